// A TCP port that nobody holds, as the operating system gives it. Between finding it and listening on it somebody else
// may take it; whoever asks tries again then.

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** @throws what the operating system says when it has none */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen({ host: "127.0.0.1", port: 0, exclusive: true });
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

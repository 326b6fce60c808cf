// Why a listener could not be opened, as the error a user can act on. uWebSockets.js only says that it failed, so its
// transport asks the operating system once more, through node:net, for the reason.

import { createServer } from "node:net";
import { HeartbeatError } from "../errors.js";

/** @param cause what node:net said, where it was asked */
export function tcpListenError(port: number, cause: NodeJS.ErrnoException | undefined): HeartbeatError {
  if (cause?.code === "EADDRINUSE") {
    return new HeartbeatError("HB_PORT_BUSY", `port ${port} on 127.0.0.1 is held by another program`, {
      hint: "set another one with `http.port` in config.toml, --port or HEARTBEAT_PORT; 0 takes any free one",
      cause,
    });
  }
  return new HeartbeatError("HB_LISTEN", `can't listen on 127.0.0.1, port ${port}: ${reason(cause)}`, {
    hint: "set another port with `http.port` in config.toml, --port or HEARTBEAT_PORT",
    cause,
  });
}

export function unixListenError(path: string, cause: NodeJS.ErrnoException | undefined): HeartbeatError {
  return new HeartbeatError("HB_LISTEN", `can't listen on the unix socket ${path}: ${reason(cause)}`, {
    hint: "see that you may write to its folder, or give another data folder with --data or HEARTBEAT_DATA",
    cause,
  });
}

/** Tries the same listener through node:net and gives back what goes wrong; `undefined` when nothing does. */
export function probeListen(
  where: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen(where, () => probe.close(() => resolve(undefined)));
  });
}

function reason(cause: NodeJS.ErrnoException | undefined): string {
  return cause === undefined ? "the transport gives no reason" : (cause.code ?? cause.message);
}

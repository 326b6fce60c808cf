// A daemon as collectors see it: takes POST /pulse over TCP and a unix socket, checks every pulse as the real one does.

import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { checkPulse } from "../../src/pipeline/check-pulse.js";
import type { Pulse } from "../../src/pipeline/pulse.js";

export interface TakenRequest {
  readonly entrance: "tcp" | "unix";
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface DaemonDouble {
  readonly url: string;
  readonly requests: TakenRequest[];
  /** The valid pulses of all requests that were taken, in the order in which they came. */
  readonly pulses: Pulse[];
  /** What checkPulse said of the others. */
  readonly errors: string[];
  /** Answered instead of taking anything, while set. */
  refuse: { readonly status: number; readonly body: string } | undefined;
  close(): Promise<void>;
}

/** @param socket path of the unix socket to listen on as well */
export async function startDaemonDouble(socket?: string): Promise<DaemonDouble> {
  const servers: Server[] = [];
  const double: DaemonDouble = {
    url: "",
    requests: [],
    pulses: [],
    errors: [],
    refuse: undefined,
    close: () => closeAll(servers),
  };
  const tcp = await listen(double, "tcp", 0);
  servers.push(tcp);
  if (socket !== undefined) servers.push(await listen(double, "unix", socket));
  const { port } = tcp.address() as AddressInfo;
  return Object.assign(double, { url: `http://127.0.0.1:${port}` });
}

async function listen(double: DaemonDouble, entrance: "tcp" | "unix", where: number | string): Promise<Server> {
  const server = createServer((request, response) => void take(double, entrance, request, response));
  if (typeof where === "string") server.listen(where);
  else server.listen(where, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function take(
  double: DaemonDouble,
  entrance: "tcp" | "unix",
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  double.requests.push({ entrance, url: request.url ?? "", headers: request.headers, body });
  const answer = double.refuse ?? { status: 200, body: judge(double, JSON.parse(body.toString("utf8")) as unknown[]) };
  response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body);
}

function judge(double: DaemonDouble, items: readonly unknown[]): string {
  const errors: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const checked = checkPulse(item, Date.now());
    if ("pulse" in checked) double.pulses.push(checked.pulse);
    else {
      double.errors.push(checked.error.message);
      errors.push({ index, ...checked.error, permanent: true });
    }
  }
  return JSON.stringify({ first: 1, count: items.length - errors.length, duplicates: [], errors });
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

// The http worker: sockets and the current snapshot's bytes. It parses no pulse, reads no log, and waits for nothing to
// answer /now. Snapshots come from assembly, request bodies go to collection, what is asked of the logs goes to query,
// everything else to main.

import type { Channel } from "../actors/channel.js";
import { unknownMessage } from "../actors/channel.js";
import { type QueryChannel, QueryClient } from "../actors/query/client.js";
import { type Actor, type House, serve } from "../actors/serve.js";
import { Intake, maxOutstandingBytes, maxOutstandingRequests } from "./body.js";
import { chooseTransport } from "./choose-transport.js";
import { ControlDoors, type MainChannel } from "./control-doors.js";
import { createHandler } from "./doors.js";
import { ForgetDoors } from "./forget-doors.js";
import type { Policy } from "./guards.js";
import { Now } from "./now.js";
import type { HttpMessage, HttpReady, HttpSettings } from "./protocol.js";
import { type CollectionChannel, PulseDoor } from "./pulse-door.js";
import { QueryDoors } from "./query-doors.js";
import type { HttpRequest, Transport } from "./transport.js";
import { clearSocketPath, removeSocket, restrictSocket } from "./unix-socket.js";

/** Running requests have so long to finish when the actor closes, in ms. */
const closeLimitMs = 2_000;

await serve<HttpSettings>(open);

async function open(house: House<HttpSettings>): Promise<Actor> {
  const { settings } = house;
  const intake = new Intake(maxOutstandingRequests, maxOutstandingBytes(settings.maxBodyBytes));
  const now = new Now(() => house.clock.now().time, settings.hasSnapshot);
  const pulse = new PulseDoor(intake, settings.maxBodyBytes);
  const main = house.main as unknown as MainChannel;
  const control = new ControlDoors(main, intake);
  const query = new QueryClient(() => main.ask({ type: "wakeQuery" }));
  let policy: Policy = {
    port: settings.port,
    origins: new Set(settings.origins),
    token: Buffer.from(settings.token),
  };
  let draining = false;

  const handler = createHandler(
    { now, pulse, control, forgetting: new ForgetDoors(main, intake), query: new QueryDoors(query) },
    {
      policy: () => policy,
      draining: () => draining,
      report: (error, request) => house.log("error", "a request failed", describe(error, request)),
    },
  );
  const { transport, reason } = await chooseTransport(settings.transport, handler);
  if (settings.transport === "auto" && reason !== null) house.log("warn", `${reason}; node:http serves instead`);
  const port = await transport.listenTcp(settings.port);
  policy = { ...policy, port };
  const socket = await listenUnix(house, transport);

  return {
    ready: { port, socket, transport: { name: transport.name, reason } } satisfies HttpReady,
    handle(message: HttpMessage) {
      switch (message.type) {
        case "snapshot":
          return now.publish(message.snapshot);
        case "stale":
          return now.markStale(message.reason);
        case "token":
          policy = { ...policy, token: Buffer.from(message.token) };
          return undefined;
        case "drain":
          draining = true;
          return pulse.drain();
        default:
          return unknownMessage(message);
      }
    },
    connected(peer, channel) {
      if (peer === "collection") pulse.connect(channel as Channel<never, never> as unknown as CollectionChannel);
      if (peer === "query") query.connect(channel as Channel<never, never> as unknown as QueryChannel);
    },
    async close() {
      await transport.close(closeLimitMs);
      if (socket !== null) removeSocket(socket);
    },
  };
}

/** The daemon runs without its unix socket too; then the log says why. */
async function listenUnix(house: House<HttpSettings>, transport: Transport): Promise<string | null> {
  const path = house.settings.socket;
  try {
    clearSocketPath(path);
    await transport.listenUnix(path);
    restrictSocket(path);
    return path;
  } catch (error) {
    house.log("warn", `no unix socket: ${(error as Error).message}`, { path });
    return null;
  }
}

function describe(error: unknown, request: HttpRequest): Record<string, unknown> {
  const stack = error instanceof Error ? error.stack : String(error);
  return { method: request.method, path: request.path, error: stack };
}

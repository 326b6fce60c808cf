// The assembly actor's thread: head and ticks in, snapshots to http. It is the only writer of the snapshot log and the
// only holder of the tokenizer. The last snapshot goes out at once when it starts; then it catches up with the pulses.

import { HeartbeatError } from "../../errors.js";
import type { HttpMessage } from "../../http/protocol.js";
import { PulsesReader } from "../../log/pulses-reader.js";
import { SnapshotsLog } from "../../log/snapshots-log.js";
import { type Channel, unknownMessage } from "../channel.js";
import { Classification } from "../classification/client.js";
import type { CollectionAnswers, EraseMessage } from "../collection/protocol.js";
import { type Actor, type House, serve } from "../serve.js";
import { Assembler } from "./assembler.js";
import type {
  AssemblyMessage,
  AssemblyReady,
  AssemblySettings,
  AssemblyStatus,
  ForgetAnswer,
  TickAnswer,
} from "./protocol.js";
import { publish } from "./record.js";

/** Damaged records that are named in `/health`. */
const mostDamaged = 8;

await serve<AssemblySettings>(open);

function open(house: House<AssemblySettings>): Actor {
  const snapshots = new SnapshotsLog(house.settings.folder);
  const pulses = new PulsesReader(house.settings.pulsesFolder);
  const classification = new Classification();
  const damaged = new Set<string>();
  const assembler = new Assembler({
    pulses,
    snapshots,
    classification,
    onCorrupt: ({ message }) => {
      house.log("error", `passed over: ${message}`);
      if (damaged.size < mostDamaged) house.status({ damaged: [...damaged.add(message)] } satisfies AssemblyStatus);
    },
    onUnkept: (error) => house.log("warn", `a checkpoint could not be kept: ${(error as Error).message}`),
  });
  if (snapshots.migrated !== null) {
    const { from, backup } = snapshots.migrated;
    house.log("info", `the snapshot log was migrated from format ${from}; as it was it is kept in ${backup}`);
  }
  let http: Channel<HttpMessage, never> | undefined;
  let collection: Channel<EraseMessage, Pick<CollectionAnswers, "erase">> | undefined;

  function handle(message: AssemblyMessage): unknown {
    switch (message.type) {
      case "head":
        return assembler.follow(message.head).catch(house.fatal);
      case "tick":
        return tick(message);
      case "forget":
        return forget(message);
      default:
        return unknownMessage(message);
    }
  }

  async function tick({ request }: AssemblyMessage & { type: "tick" }): Promise<TickAnswer> {
    try {
      const { answer, record } = await assembler.tick(request);
      http?.tell({ type: "snapshot", snapshot: publish(record) });
      return answer;
    } catch (error) {
      http?.tell({ type: "stale", reason: `the last beat failed: ${(error as Error).message}` });
      throw error;
    }
  }

  async function erase(said: EraseMessage["said"]): Promise<void> {
    if (collection === undefined) throw new HeartbeatError("HB_UNAVAILABLE", "collection is down");
    await collection.ask({ type: "erase", said });
  }

  async function forget({ what, head }: AssemblyMessage & { type: "forget" }): Promise<ForgetAnswer> {
    try {
      return await assembler.forget(what, head, { snapshots, erase });
    } finally {
      if (assembler.last !== undefined) http?.tell({ type: "snapshot", snapshot: publish(assembler.last) });
    }
  }

  return {
    ready: { last: lastOf(assembler) } satisfies AssemblyReady,
    handle,
    connected: (peer, channel) => {
      if (peer === "collection") collection = channel as unknown as typeof collection;
      if (peer !== "http") return;
      http = channel as unknown as Channel<HttpMessage, never>;
      if (assembler.last !== undefined) http.tell({ type: "snapshot", snapshot: publish(assembler.last) });
    },
    close: async () => {
      await assembler.idle();
      await classification.close();
      await pulses.close();
      await snapshots.close();
    },
  };
}

function lastOf({ last }: Assembler): AssemblyReady["last"] {
  if (last === undefined) return null;
  const { ordinal, id, instant, epoch } = last.tick;
  return { ordinal, id, instant, epoch };
}

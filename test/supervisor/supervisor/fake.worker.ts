// Stands in for any actor of the house: says on a probe what it is told, answers as its role would, and asks main what the
// test wants to know.

import { type MessagePort, workerData } from "node:worker_threads";
import type { TickRequest } from "../../../src/actors/assembly/protocol.js";
import { Channel, type Message } from "../../../src/actors/channel.js";
import { serve } from "../../../src/actors/serve.js";

export interface FakeSettings {
  /** What it says with `ready`. */
  readonly ready: unknown;
  /** Error message of an actor that can't open. */
  readonly fail?: string;
}

/** What a fake says on its probe. */
export type Event =
  | { readonly type: "opened" | "closed" | "drain" | "flush" | "pause" | "resume" | "token" }
  | { readonly type: "connected"; readonly peer: string }
  | { readonly type: "tick"; readonly request: TickRequest; readonly time: number };

const probe = (workerData as { probe: MessagePort }).probe;
/** Each port has its own order; the instant tells that of all, ns of the machine's monotonic clock. */
const say = (event: Event) => probe.postMessage({ ...event, at: Number(process.hrtime.bigint()) });

await serve<FakeSettings>((house) => {
  const { fail, ready } = house.settings;
  if (fail !== undefined) throw new Error(fail);
  const main = house.main as unknown as Channel<Message, Record<string, unknown>>;
  const fromTest = new Channel<Message>(
    probe,
    (message: Message) => {
      if (message.type !== "crash") return main.ask(message);
      setImmediate(() => {
        throw new Error("crashed on purpose");
      });
      return undefined;
    },
    house.fatal,
  );
  let ordinal = 0;
  say({ type: "opened" });
  return {
    ready,
    handle(message: Message & { readonly request: TickRequest }): unknown {
      if (message.type === "tick") {
        const { request } = message;
        say({ type: "tick", request, time: house.clock.now().time });
        const windows = [{ window: 8192, tokens: 100, overBudget: false }];
        return { ordinal: ++ordinal, id: `fake/${ordinal}`, hash: "", windows, gap: null, tookMs: 1 };
      }
      say({ type: message.type as "flush" });
      return message.type === "flush" ? { head: 5 } : undefined;
    },
    connected: (peer) => say({ type: "connected", peer }),
    close() {
      say({ type: "closed" });
      fromTest.close();
      setImmediate(() => probe.close());
    },
  };
});

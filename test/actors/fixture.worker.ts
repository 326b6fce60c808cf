// An actor for tests of threads: it echoes, fails and dies as it is told.

import { type Channel, unknownMessage } from "../../src/actors/channel.js";
import type { ActorName } from "../../src/actors/house.js";
import { serve } from "../../src/actors/serve.js";

export type FixtureMessage =
  | { readonly type: "echo"; readonly value: unknown }
  | { readonly type: "throw" }
  /** Never answered. */
  | { readonly type: "hang" }
  /** Throws where nobody catches. */
  | { readonly type: "crash" }
  | { readonly type: "exit" }
  | { readonly type: "fatal" }
  /** Never gives the thread back. */
  | { readonly type: "spin" }
  | { readonly type: "uncloneable" }
  /** Says whether what nobody holds since the start is still there. */
  | { readonly type: "litter" }
  /** Asks a peer to echo. */
  | { readonly type: "askPeer"; readonly peer: ActorName; readonly value: unknown }
  | { readonly type: "askMain"; readonly message: { readonly type: string } }
  | { readonly type: "report"; readonly value: unknown };

export interface FixtureAnswers {
  echo: unknown;
  throw: never;
  hang: never;
  crash: undefined;
  uncloneable: never;
  litter: boolean;
  askPeer: unknown;
  askMain: unknown;
}

export interface FixtureSettings {
  /** What happens on opening: `fail` throws HB_FIXTURE, `slow` waits for a turn of the loop, `never` hangs. */
  readonly open?: "fail" | "slow" | "never";
  /** What happens on closing; `tell`: writes to the counter. */
  readonly close?: "hang" | "throw";
  /** Keeps a timer, so that the thread does not end by itself. */
  readonly linger?: boolean;
  /** [opened, closed]: counted up. */
  readonly counter?: Int32Array;
}

type EchoChannel = Channel<FixtureMessage, FixtureAnswers>;

await serve<FixtureSettings>(async (house) => {
  const { open, close, linger, counter = new Int32Array(2) } = house.settings;
  const peers = new Map<ActorName, EchoChannel>();
  const litter = new WeakRef({});
  if (open === "fail") throw new Error("the fixture can't open");
  if (open === "slow") await new Promise(setImmediate);
  if (open === "never") await new Promise(() => setInterval(() => {}, 1_000));
  if (linger) setInterval(() => {}, 1_000);
  counter[0] = (counter[0] ?? 0) + 1;
  return {
    ready: { opened: true, time: house.clock.now().time },
    handle(message: FixtureMessage): unknown {
      switch (message.type) {
        case "echo":
          return message.value;
        case "throw":
          throw new Error("thrown on purpose");
        case "hang":
          return new Promise(() => {});
        case "crash":
          setImmediate(() => {
            throw new Error("crashed on purpose");
          });
          return undefined;
        case "exit":
          process.exit(3);
          return undefined;
        case "fatal":
          return house.fatal(new Error("fatal on purpose"));
        case "spin":
          for (;;) Atomics.load(counter, 0);
        case "uncloneable":
          return () => {};
        case "litter":
          return litter.deref() !== undefined;
        case "askPeer":
          return peers.get(message.peer)?.ask({ type: "echo", value: message.value }) ?? "no such peer";
        case "askMain":
          return (house.main as unknown as Channel<{ type: string }, Record<string, unknown>>).ask(message.message);
        case "report":
          house.log("info", "a line", { n: 1 });
          return house.status(message.value);
        default:
          return unknownMessage(message);
      }
    },
    connected(peer, channel) {
      peers.set(peer, channel as unknown as EchoChannel);
    },
    close() {
      counter[1] = (counter[1] ?? 0) + 1;
      if (close === "throw") throw new Error("the fixture can't close");
      if (close === "hang") return new Promise<void>(() => {});
      return undefined;
    },
  };
});

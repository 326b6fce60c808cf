// The worker's side of an actor: takes its boot data, opens its resources, says `ready`, then answers messages until
// it is told to close. A `worker.ts` calls `serve` once and holds nothing but its own wiring.
//
//   main ──boot (workerData)──▶ open() ──ready──▶ main
//   main ──connect {peer, port}──▶ (also again, when the peer was restarted)
//   main ──close──▶ close() ──▶ closed; the thread ends by itself

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { SharedClock } from "../clock.js";
import { HeartbeatError, toWireError, type WireError } from "../errors.js";
import { Channel, type Message } from "./channel.js";
import type { ActorName } from "./house.js";

/** What a worker is started with. `settings` is the actor's own part of the configuration. */
export interface Boot {
  readonly actor: ActorName;
  readonly settings: unknown;
  readonly clock: SharedArrayBuffer;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

/** What main tells a worker besides the actor's own messages. */
export type LifecycleMessage =
  | { readonly type: "connect"; readonly peer: ActorName; readonly port: MessagePort }
  | { readonly type: "close" };

/** What every worker tells main. */
export type ReportMessage =
  | { readonly type: "ready"; readonly value: unknown }
  /** Replaces what it last said of itself; shown in `/health`. */
  | { readonly type: "status"; readonly value: unknown }
  | {
      readonly type: "log";
      readonly level: LogLevel;
      readonly text: string;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  /** The actor can't go on; the thread ends and the supervisor restarts it. */
  | { readonly type: "fatal"; readonly error: WireError };

/** What an actor has of the house around it. */
export interface House<Settings> {
  readonly settings: Settings;
  readonly clock: SharedClock;
  readonly main: Channel<ReportMessage | Message, never>;
  log(level: LogLevel, text: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Tells main how the actor is; the newest replaces the one before. */
  status(value: unknown): void;
  /** Ends this thread after telling main why. */
  fatal(error: unknown): void;
}

/** An opened actor. */
export interface Actor {
  /** Goes to main with `ready`. */
  readonly ready: unknown;
  /** Answers a message of main or of a peer. Throwing answers an `ask` with the error. */
  handle(message: never, from: ActorName | "main"): unknown;
  /** A channel to `peer` stands; called again with a new one when the peer was restarted. */
  connected?(peer: ActorName, channel: Channel<never, never>): void;
  /** Drains, flushes and closes what the actor owns. */
  close(): void | Promise<void>;
}

/** Runs an actor in this worker thread. */
export async function serve<Settings>(open: (house: House<Settings>) => Actor | Promise<Actor>): Promise<void> {
  if (parentPort === null) throw new HeartbeatError("HB_PROTOCOL", "an actor runs in a worker thread only");
  const control = parentPort;
  const boot = workerData as Boot;
  let actor: Actor | undefined;
  const peers = new Map<ActorName, Channel<never, never>>();

  const main = new Channel<ReportMessage | Message, never>(control, handleMain, fatal);
  const house: House<Settings> = {
    settings: boot.settings as Settings,
    clock: new SharedClock(boot.clock),
    main,
    log: (level, text, fields = {}) => main.tell({ type: "log", level, text, fields }),
    status: (value) => main.tell({ type: "status", value }),
    fatal,
  };

  function fatal(error: unknown): void {
    main.tell({ type: "fatal", error: toWireError(error) });
  }

  function handleMain(message: LifecycleMessage | Message): unknown {
    if (message.type === "connect") return connect(message as LifecycleMessage & { type: "connect" });
    if (message.type === "close") return close();
    if (actor === undefined) throw new HeartbeatError("HB_PROTOCOL", `${message.type} came before the actor was ready`);
    return actor.handle(message as never, "main");
  }

  function connect({ peer, port }: LifecycleMessage & { type: "connect" }): void {
    peers.get(peer)?.close();
    const channel = new Channel<never, never>(port, (message) => actor?.handle(message, peer), fatal);
    peers.set(peer, channel);
    actor?.connected?.(peer, channel);
  }

  async function close(): Promise<void> {
    await actor?.close();
    for (const channel of peers.values()) channel.close();
    setImmediate(() => control.close());
  }

  try {
    actor = await open(house);
    for (const [peer, channel] of peers) actor.connected?.(peer, channel);
    main.tell({ type: "ready", value: actor.ready });
  } catch (error) {
    fatal(error);
  }
}

// The worker's side of an actor: takes its boot data, opens its resources, says `ready`, then answers messages until
// it is told to close. A `worker.ts` calls `serve` once and holds nothing but its own wiring.
//
//   main ──boot (workerData)──▶ open() ──ready──▶ main
//   main ──connect {peer, port}──▶ (also again, when the peer was restarted)
//   main ──settle──▶ (once the house has started)
//   main ──close──▶ close() ──▶ answered; the thread ends by itself
//   main ◀──fatal── what it can't go on from, an uncaught exception too; then it closes as above, logs in order

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { SharedClock } from "../clock.js";
import { HeartbeatError, toWireError, type WireError } from "../errors.js";
import { collectGarbage } from "../garbage.js";
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
  /** The house has started: what the start left behind is collected. */
  | { readonly type: "settle" }
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

/** Runs an actor in this worker thread. What comes before it has opened waits until it has. */
export async function serve<Settings>(open: (house: House<Settings>) => Actor | Promise<Actor>): Promise<void> {
  if (parentPort === null) throw new HeartbeatError("HB_PROTOCOL", "an actor runs in a worker thread only");
  const control = parentPort;
  const boot = workerData as Boot;
  const peers = new Peers();
  let closing: Promise<void> | undefined;
  let failed = false;

  const main = new Channel<ReportMessage | Message, never>(control, handleMain, fatal);
  const house: House<Settings> = {
    settings: boot.settings as Settings,
    clock: new SharedClock(boot.clock),
    main,
    log: (level, text, fields = {}) => main.tell({ type: "log", level, text, fields }),
    status: (value) => main.tell({ type: "status", value }),
    fatal,
  };
  process.on("uncaughtException", fatal);
  const opened = Promise.resolve(house).then(open);

  function handleMain(message: LifecycleMessage | Message): unknown {
    switch (message.type) {
      case "connect":
        return connect(message as LifecycleMessage & { type: "connect" });
      case "settle":
        return collectGarbage();
      case "close":
        return close();
      default:
        return opened.then((actor) => actor.handle(message as never, "main"));
    }
  }

  async function connect({ peer, port }: LifecycleMessage & { type: "connect" }): Promise<void> {
    const channel = peers.connect(peer, port, (message) => opened.then((actor) => actor.handle(message, peer)), fatal);
    const actor = await opened;
    actor.connected?.(peer, channel);
  }

  /** Says why, closes what is open and ends the thread. Only the first reason counts. */
  function fatal(error: unknown): void {
    if (failed) return;
    failed = true;
    main.tell({ type: "fatal", error: toWireError(error) });
    close().catch(() => {});
  }

  function close(): Promise<void> {
    closing ??= shut().finally(() => setImmediate(() => control.close()));
    return closing;
  }

  async function shut(): Promise<void> {
    const actor = await opened.catch(() => undefined);
    await actor?.close();
    peers.close();
  }

  await opened.then((actor) => main.tell({ type: "ready", value: actor.ready }), fatal);
}

/** The channels to other actors; a new one to the same peer takes the old one's place. */
class Peers {
  readonly #open = new Map<ActorName, { readonly port: MessagePort; readonly channel: Channel<never, never> }>();

  connect(
    peer: ActorName,
    port: MessagePort,
    handle: (message: never) => unknown,
    onFatal: (error: unknown) => void,
  ): Channel<never, never> {
    this.#end(peer);
    const channel = new Channel<never, never>(port, handle, onFatal);
    this.#open.set(peer, { port, channel });
    return channel;
  }

  close(): void {
    for (const peer of this.#open.keys()) this.#end(peer);
  }

  #end(peer: ActorName): void {
    const old = this.#open.get(peer);
    this.#open.delete(peer);
    old?.channel.close();
    old?.port.close();
  }
}

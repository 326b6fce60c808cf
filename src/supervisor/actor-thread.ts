// One thread of an actor, from spawn to exit. It settles everything that waits for it when it ends, however it ends.
//
//   spawned ──ready──▶ up ──close()──▶ answered ──▶ exit
//      └───────fatal, error, unreadable message───▶ failing ──▶ exit
//
// A thread that has a log open for writing is never terminated: a native commit may be running in it. It is told to close,
// and as long as it does not, it lives on. Once it has answered `close` its log is shut and it may be terminated.

import type { Worker } from "node:worker_threads";
import { Channel, type Message } from "../actors/channel.js";
import type { LifecycleMessage, ReportMessage } from "../actors/serve.js";
import { fromWireError, HeartbeatError } from "../errors.js";
import { type Timers, withLimit } from "./timers.js";

/** How long a failing thread may take to end by itself, and one that has answered `close`, in ms. */
export const endMs = 2_000;

export interface ThreadOptions {
  readonly worker: Worker;
  readonly name: string;
  readonly ownsLog: boolean;
  readonly timers: Timers;
  /** Takes what the actor reports and answers what it asks; not told of `ready` and `fatal`. */
  readonly handle: (message: Exclude<ReportMessage, { type: "ready" | "fatal" }> | Message) => unknown;
}

/** What the supervisor tells a thread: its lifecycle and the actor's own messages. */
export type ThreadChannel = Channel<LifecycleMessage | Message, Record<string, unknown>>;

export class ActorThread {
  readonly channel: ThreadChannel;
  /** What the actor said with `ready`; rejects with the reason when it ends before. */
  readonly ready: Promise<unknown>;
  /** Resolves with the reason as soon as it can't go on; never, for one that is told to close and does. */
  readonly failing: Promise<HeartbeatError>;
  /** Resolves when the thread is gone. */
  readonly ended: Promise<void>;
  readonly #options: ThreadOptions;
  #failure: HeartbeatError | undefined;
  #closing: Promise<boolean> | undefined;
  #onReady: (value: unknown) => void = () => {};
  #onFailing: (reason: HeartbeatError) => void = () => {};

  constructor(options: ThreadOptions) {
    this.#options = options;
    const { worker, name } = options;
    this.channel = new Channel(worker, (message: ReportMessage | Message) => this.#handle(message), this.#fail);
    worker.on("error", this.#fail);
    this.failing = new Promise((resolve) => {
      this.#onFailing = resolve;
    });
    this.ended = new Promise((resolve) => {
      worker.on("exit", (code) => {
        if (this.#closing === undefined) this.#fail(endedError(name, code));
        resolve();
      });
    });
    const said = new Promise<unknown>((resolve) => {
      this.#onReady = resolve;
    });
    const unready = Promise.race([this.failing, this.ended.then(() => endedError(name, 0))]).then((reason) => {
      throw reason;
    });
    this.ready = Promise.race([said, unready]);
    this.ready.catch(() => {});
  }

  /**
   * Drains and ends the thread. Can be called twice.
   * @param limitMs for the actor to close what it owns
   * @returns whether the thread is gone; one that owns a log and does not close within the limit is left alone
   */
  close(limitMs: number): Promise<boolean> {
    this.#closing ??= this.#close(limitMs);
    return this.#closing;
  }

  /** Kills the thread; never used on one that has a log open. */
  async #destroy(): Promise<boolean> {
    await this.#options.worker.terminate();
    return true;
  }

  async #close(limitMs: number): Promise<boolean> {
    const { timers, name, ownsLog } = this.#options;
    const gone = this.ended.then(() => true);
    const answered = this.channel.ask({ type: "close" }).then(
      () => true,
      () => !ownsLog,
    );
    const closed = await withLimit(timers, limitMs, `closing ${name}`, Promise.race([answered, gone])).catch(
      () => false,
    );
    if (!closed && ownsLog) {
      this.channel.close();
      return withLimit(timers, endMs, `ending ${name}`, gone).catch(() => false);
    }
    return withLimit(timers, endMs, `ending ${name}`, gone).catch(() => this.#destroy());
  }

  readonly #fail = (error: unknown): void => {
    if (this.#failure !== undefined) return;
    this.#failure =
      error instanceof HeartbeatError
        ? error
        : new HeartbeatError("HB_INTERNAL", error instanceof Error ? error.message : String(error), { cause: error });
    this.#onFailing(this.#failure);
    this.close(endMs).catch(() => {});
  };

  #handle(message: ReportMessage | Message): unknown {
    switch (message.type) {
      case "ready":
        return this.#onReady((message as ReportMessage & { type: "ready" }).value);
      case "fatal":
        return this.#fail(fromWireError((message as ReportMessage & { type: "fatal" }).error));
      default:
        return this.#options.handle(message as Exclude<ReportMessage, { type: "ready" | "fatal" }> | Message);
    }
  }
}

function endedError(name: string, code: number): HeartbeatError {
  return new HeartbeatError("HB_ACTOR_EXIT", `the ${name} thread ended by itself with code ${code}`);
}

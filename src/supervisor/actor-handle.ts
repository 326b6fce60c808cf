// One actor's life as the main thread sees it, over all its threads. A thread that fails is followed by a new one, after a
// back-off that doubles from 0.1 s to 30 s and begins anew once a thread was up for a minute. Never two threads of an actor
// at once. An ask is answered or rejected, never left open: HB_UNAVAILABLE while no thread is up.
//
//   idle ─ start() ─▶ starting ─ready─▶ running ─fails─▶ ending ─exit─▶ waiting ─back-off─▶ starting …      close() ─▶ closed

import type { MessagePort, Worker } from "node:worker_threads";
import { type Message, unknownMessage } from "../actors/channel.js";
import type { ActorName } from "../actors/house.js";
import type { ReportMessage } from "../actors/serve.js";
import { HeartbeatError } from "../errors.js";
import { ActorThread } from "./actor-thread.js";
import type { Logger } from "./logger.js";
import { type Timers, withLimit } from "./timers.js";

export const firstBackOffMs = 100;
export const longestBackOffMs = 30_000;
/** A thread that was up so long has proved itself: the back-off begins anew. */
export const healthyMs = 60_000;
/** Within this time a thread says `ready`, or it has failed. */
export const startLimitMs = 60_000;
/** A thread that did not get up has so long to close what it opened. */
const closeLimitMs = 10_000;

export type ActorState = "idle" | "starting" | "running" | "ending" | "waiting" | "closed";

export interface ActorOptions {
  readonly name: ActorName;
  readonly ownsLog: boolean;
  /** Starts a thread with the settings that hold now. */
  readonly spawn: () => Worker;
  readonly logger: Logger;
  readonly timers: Timers;
  /** A clock that never goes back, ms. */
  readonly elapsedMs: () => number;
  /** Answers what the actor asks of main; absent for one that asks nothing. */
  readonly answer?: (message: Message) => unknown;
  /** A thread is up: called for the first and for each that follows one that failed. */
  readonly onUp?: () => void;
}

/**
 * @typeParam Out union of messages main may send the actor
 * @typeParam Answers for each message `type` that is asked, its answer
 * @typeParam Ready what it says with `ready`
 * @typeParam Status what it says with `status`
 */
export class ActorHandle<Out extends Message, Answers, Ready, Status = never> {
  readonly name: ActorName;
  readonly #options: ActorOptions;
  #thread: ActorThread | undefined;
  #state: ActorState = "idle";
  #restarts = 0;
  #failures = 0;
  #upSince = 0;
  #reason: HeartbeatError | undefined;
  #ready: Ready | undefined;
  #status: Status | undefined;
  #closing = false;
  #cancelBackOff: () => void = () => {};

  constructor(options: ActorOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get state(): ActorState {
    return this.#state;
  }

  /** Threads that followed one that failed. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Why the last thread failed; `undefined` while one is up. */
  get reason(): string | undefined {
    return this.#state === "running" ? undefined : this.#reason?.message;
  }

  /** What the newest thread said with `ready`. */
  get ready(): Ready | undefined {
    return this.#ready;
  }

  /** What the actor last said of itself. */
  get status(): Status | undefined {
    return this.#status;
  }

  /**
   * Starts the first thread. It is not tried again by itself: who starts it wants to know why it can't.
   * @throws what the actor could not go on from
   */
  async start(): Promise<Ready> {
    if (this.#closing) throw this.#downError();
    const thread = this.#spawn();
    await this.#untilUp(thread);
    void this.#follow(thread);
    return this.#ready as Ready;
  }

  tell(message: Out): void {
    if (this.#state === "running") this.#thread?.channel.tell(message);
  }

  ask<M extends Out & { type: keyof Answers & string }>(message: M): Promise<Answers[M["type"]]> {
    if (this.#state !== "running" || this.#thread === undefined) return Promise.reject(this.#downError());
    return this.#thread.channel.ask(message) as Promise<Answers[M["type"]]>;
  }

  /** Gives the actor one end of a channel to another. */
  connect(peer: ActorName, port: MessagePort): void {
    this.#thread?.channel.tell({ type: "connect", peer, port }, [port]);
  }

  /** Tells the actor that the house has started. */
  settle(): void {
    if (this.#state === "running") this.#thread?.channel.tell({ type: "settle" });
  }

  /**
   * Drains and ends the actor for good. Can be called twice.
   * @returns whether its thread is gone
   */
  async close(limitMs: number): Promise<boolean> {
    this.#closing = true;
    this.#cancelBackOff();
    const gone = this.#thread === undefined || (await this.#thread.close(limitMs));
    this.#state = "closed";
    return gone;
  }

  #spawn(): ActorThread {
    const { name, ownsLog, timers, spawn } = this.#options;
    this.#state = "starting";
    this.#thread = new ActorThread({
      worker: spawn(),
      name,
      ownsLog,
      timers,
      handle: (message) => this.#report(message),
    });
    return this.#thread;
  }

  /** Resolves once `thread` is up; else ends it and throws why. */
  async #untilUp(thread: ActorThread): Promise<void> {
    const { timers, name, elapsedMs, onUp } = this.#options;
    try {
      this.#ready = (await withLimit(timers, startLimitMs, `starting ${name}`, thread.ready)) as Ready;
    } catch (error) {
      this.#reason = error as HeartbeatError;
      this.#state = "ending";
      await thread.close(closeLimitMs);
      throw error;
    }
    this.#upSince = elapsedMs();
    this.#state = "running";
    onUp?.();
  }

  /** Waits for `thread` to fail and end, then sees to the next one. A thread that is told to close never fails. */
  async #follow(thread: ActorThread): Promise<void> {
    const reason = await thread.failing;
    this.#reason = reason;
    this.#options.logger.error({ actor: this.name, code: reason.code, cause: reason.cause }, reason.message);
    if (!this.#closing) this.#state = "ending";
    await thread.ended;
    if (this.#options.elapsedMs() - this.#upSince >= healthyMs) this.#failures = 0;
    this.#restartLater();
  }

  #restartLater(): void {
    if (this.#closing) return;
    const backOffMs = Math.min(firstBackOffMs * 2 ** this.#failures, longestBackOffMs);
    this.#failures++;
    this.#state = "waiting";
    this.#cancelBackOff = this.#options.timers.set(backOffMs, () => void this.#restart());
  }

  async #restart(): Promise<void> {
    const { logger, name } = this.#options;
    this.#restarts++;
    const thread = this.#spawn();
    try {
      await this.#untilUp(thread);
    } catch (error) {
      logger.error({ actor: name, code: (error as HeartbeatError).code }, `${name} can't be restarted: ${error}`);
      await thread.ended;
      return this.#restartLater();
    }
    logger.info({ actor: name, restarts: this.#restarts }, `${name} runs again`);
    void this.#follow(thread);
  }

  #report(message: ReportMessage | Message): unknown {
    switch (message.type) {
      case "status":
        this.#status = (message as ReportMessage & { type: "status" }).value as Status;
        return undefined;
      case "log": {
        const { level, text, fields } = message as ReportMessage & { type: "log" };
        this.#options.logger[level]({ actor: this.name, ...fields }, text);
        return undefined;
      }
      default:
        return (this.#options.answer ?? unknownMessage)(message as never);
    }
  }

  #downError(): HeartbeatError {
    const why = this.#closing ? "the daemon is stopping" : (this.#reason?.message ?? "it has not started");
    return new HeartbeatError("HB_UNAVAILABLE", `${this.name} is down: ${why}`);
  }
}

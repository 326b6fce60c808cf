// Looks at the clocks at least every 5 s and makes the beat that is due. The timer is set again before anything else is
// done, so neither a beat that throws nor one that hangs ends the rhythm. Beats never overlap: what falls due or is asked
// for while one runs is taken right after it.
//
//   timer ──▶ set again ──▶ look ──due?──┐
//   ask("forced") ───────────────────────┴──▶ one beat after the other ──▶ make(kind, gapReason, stamp)
//
// `make` calls `stamp` once, when it takes the instant of its tick: from there on the beat stands for the block it is in.

import type { GapReason } from "../actors/assembly/protocol.js";
import type { Clock, Instant } from "../clock.js";
import { HeartbeatError } from "../errors.js";
import { beatMs, blockOf, blockStart } from "../pipeline/beat-clock.js";
import type { BeatKind } from "../pipeline/tick.js";
import { due, failed, gapReason, look, type Reading, type Rhythm, taken } from "./rhythm.js";
import { type Timers, withLimit } from "./timers.js";

/** Longest time between two looks. */
export const lookMs = 5_000;
/** Shortest time between two looks, ms: while the clock stands still just before a boundary. */
const leastLookMs = 20;
/** A beat that takes longer has failed; below one beat, so that the next one is not missed. */
export const deadlineMs = 420_000;

export interface SchedulerOptions<Answer> {
  readonly clock: Clock;
  /** ms since the machine booted, sleep counted. */
  readonly uptimeMs: () => number;
  readonly timers: Timers;
  /** Makes one beat. */
  readonly make: (kind: BeatKind, gapReason: GapReason, stamp: () => Instant) => Promise<Answer>;
  /** A beat failed; the rhythm goes on. Also told of those that were asked for. */
  readonly onFailed: (kind: BeatKind, error: unknown) => void;
  /** After each look. */
  readonly onLook?: (now: Instant) => void;
}

interface AskedBeat<Answer> {
  readonly kind: BeatKind;
  readonly answer: Promise<Answer>;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export class Scheduler<Answer> {
  readonly #options: SchedulerOptions<Answer>;
  #rhythm: Rhythm;
  #asked: AskedBeat<Answer> | undefined;
  #busy = false;
  #running: Promise<void> = Promise.resolve();
  #cancelLook: () => void = () => {};
  #stopped = false;

  /** Begins to look at once; the block it begins in is left to the `start` beat. */
  constructor(options: SchedulerOptions<Answer>) {
    this.#options = options;
    this.#rhythm = taken(this.#read());
    this.#arm();
  }

  /**
   * Makes a beat beside the grid, after the one that runs. Who asks before it has begun shares it.
   * @throws what `make` throws, HB_TIMEOUT past the deadline, HB_UNAVAILABLE when the scheduler stops first
   */
  ask(kind: BeatKind): Promise<Answer> {
    if (this.#stopped) return Promise.reject(stoppingError());
    this.#asked ??= askedBeat<Answer>(kind);
    const { answer } = this.#asked;
    this.#wake();
    return answer;
  }

  /** Instant of the next boundary, ms since 1970. */
  next(): number {
    return blockStart(blockOf(this.#options.clock.now().time) + 1);
  }

  /** Makes no more beats; resolves when the one that runs has ended. Can be called twice. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelLook();
    this.#asked?.reject(stoppingError());
    this.#asked = undefined;
    await this.#running;
  }

  #read(): Reading {
    return { ...this.#options.clock.now(), uptimeMs: this.#options.uptimeMs() };
  }

  #arm(): void {
    const { clock, timers } = this.#options;
    const { time } = clock.now();
    const toBoundary = blockStart(blockOf(time) + 1) - time;
    const ms = Math.max(leastLookMs, Math.min(lookMs, beatMs, toBoundary));
    this.#cancelLook = timers.set(ms, () => {
      this.#arm();
      this.#look();
    });
  }

  #look(): void {
    const reading = this.#read();
    this.#rhythm = look(this.#rhythm, reading);
    if (due(this.#rhythm) !== null) this.#wake();
    this.#options.onLook?.(reading);
  }

  #wake(): void {
    if (this.#busy) return;
    this.#busy = true;
    this.#running = this.#work();
  }

  async #work(): Promise<void> {
    for (;;) {
      const beat = due(this.#rhythm);
      const asked = this.#asked;
      if (this.#stopped || (beat === null && asked === undefined)) {
        this.#busy = false;
        return;
      }
      if (beat !== null) {
        await this.#make(beat.kind, beat.gapReason).catch(() => {});
      } else if (asked !== undefined) {
        this.#asked = undefined;
        const reason = asked.kind === "start" ? "stopped" : gapReason(this.#rhythm);
        await this.#make(asked.kind, reason).then(asked.resolve, asked.reject);
      }
    }
  }

  async #make(kind: BeatKind, reason: GapReason): Promise<Answer> {
    const begun = this.#rhythm;
    let stamped = false;
    let over = false;
    const stamp = (): Instant => {
      const reading = this.#read();
      if (!over) {
        this.#rhythm = taken(reading);
        stamped = true;
      }
      return reading;
    };
    try {
      const made = this.#options.make(kind, reason, stamp);
      return await withLimit(this.#options.timers, deadlineMs, `the ${kind} beat`, made);
    } catch (error) {
      this.#rhythm = failed(begun, this.#rhythm, stamped);
      this.#options.onFailed(kind, error);
      throw error;
    } finally {
      over = true;
    }
  }
}

function askedBeat<Answer>(kind: BeatKind): AskedBeat<Answer> {
  let settle: Pick<AskedBeat<Answer>, "resolve" | "reject"> | undefined;
  const answer = new Promise<Answer>((resolve, reject) => {
    settle = { resolve, reject };
  });
  answer.catch(() => {});
  return { kind, answer, ...(settle as Pick<AskedBeat<Answer>, "resolve" | "reject">) };
}

function stoppingError(): HeartbeatError {
  return new HeartbeatError("HB_UNAVAILABLE", "the daemon is stopping");
}

// What became of the beats since the daemon started, for `/health` and for the retry of one that failed.

import type { TickAnswer } from "../actors/assembly/protocol.js";
import { toWireError } from "../errors.js";
import type { BeatKind } from "../pipeline/tick.js";
import type { MadeBeat } from "./beat-maker.js";

/** Gaps remembered, the newest. */
const mostGaps = 8;
/** A beat takes a second or two; the start beat waits 3 s for the collectors. */
const lateMs = 20_000;

export class BeatRecord {
  #running: { readonly kind: BeatKind; readonly at: number } | undefined;
  #made: MadeBeat | undefined;
  #failed: { readonly kind: BeatKind; readonly reason: string } | undefined;
  #gaps: readonly NonNullable<TickAnswer["gap"]>[] = [];

  /** @param at when, by a clock that never goes back, ms */
  begun(kind: BeatKind, at: number): void {
    this.#running = { kind, at };
  }

  /** What is wrong with the beat that is being made, in a sentence; `null` while it takes no longer than it may. */
  lateness(at: number): string | null {
    if (this.#running === undefined || at - this.#running.at < lateMs) return null;
    const seconds = Math.floor((at - this.#running.at) / 1_000);
    return `the ${this.#running.kind} beat has been in the making for ${seconds} s; /now is the one before`;
  }

  made(beat: MadeBeat): void {
    this.#running = undefined;
    const { gap } = beat.answer;
    this.#made = beat;
    this.#failed = undefined;
    if (gap !== null) this.#gaps = [...this.#gaps, gap].slice(-mostGaps);
  }

  failed(kind: BeatKind, error: unknown): void {
    this.#running = undefined;
    this.#failed = { kind, reason: toWireError(error).message };
  }

  /** Kind of the last beat if it failed. */
  get failedKind(): BeatKind | null {
    return this.#failed?.kind ?? null;
  }

  /** Why the last beat failed; `null` if it did not. */
  get failure(): string | null {
    return this.#failed?.reason ?? null;
  }

  /** The last beat that was made. */
  get last(): { id: string; ordinal: number; time: number; tookMs: number } | null {
    if (this.#made === undefined) return null;
    const { id, ordinal, tookMs } = this.#made.answer;
    return { id, ordinal, time: this.#made.request.instant, tookMs };
  }

  /** Its instant, ms since 1970. */
  get lastTime(): number | null {
    return this.#made?.request.instant ?? null;
  }

  get watermark(): number {
    return this.#made?.request.watermark ?? 0;
  }

  get windows(): TickAnswer["windows"] {
    return this.#made?.answer.windows ?? [];
  }

  /** Stretches without a snapshot, oldest first. */
  get gaps(): readonly NonNullable<TickAnswer["gap"]>[] {
    return this.#gaps;
  }
}

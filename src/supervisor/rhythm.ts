// The rhythm of beats as a pure decision: from what was seen of the clocks to the beat that is due. The scheduler looks
// every few seconds and asks here; tests drive days through it in milliseconds.
//
//   taken(first) ─▶ Rhythm ── look(reading) ──▶ Rhythm ── due(…) ──▶ null: wait │ a beat ── taken(…) ──▶ Rhythm
//
// A block is due once, whatever was missed before it: never a burst. Time goes by (epoch, block); a block of the past is
// never due. Two looks further apart in wall time than `jumpMs` mean that nobody looked: asleep, or the clock was put
// forward. Which of the two, the machine's uptime tells, because it counts sleep and ignores the wall clock.

import type { GapReason } from "../actors/assembly/protocol.js";
import type { Instant } from "../clock.js";
import { blockOf, blockStart } from "../pipeline/beat-clock.js";

/** What a look at the clocks gives. */
export interface Reading extends Instant {
  /** ms since the machine booted, sleep counted. */
  readonly uptimeMs: number;
}

/** What is known since the last beat that was made. */
export interface Rhythm {
  /** Epoch and block of the last beat, made or failed. */
  readonly epoch: number;
  readonly block: number;
  /** The last look. */
  readonly seen: Reading;
  /** Wall time nobody looked for, by cause, in ms. */
  readonly asleepMs: number;
  readonly steppedMs: number;
}

export interface DueBeat {
  readonly kind: "grid" | "catchup";
  readonly gapReason: GapReason;
}

/** Longest time between two looks that is no jump, in ms: six looks. */
export const jumpMs = 30_000;

/** The rhythm after a beat was made at `reading`: nothing is missed. */
export function taken(reading: Reading): Rhythm {
  return { epoch: reading.epoch, block: blockOf(reading.time), seen: reading, asleepMs: 0, steppedMs: 0 };
}

/** Takes in one look at the clocks. */
export function look(rhythm: Rhythm, reading: Reading): Rhythm {
  if (reading.epoch !== rhythm.seen.epoch) return { ...rhythm, seen: reading };
  const wallMs = reading.time - rhythm.seen.time;
  if (wallMs <= jumpMs) return { ...rhythm, seen: reading };
  const aliveMs = Math.min(wallMs, Math.max(0, reading.uptimeMs - rhythm.seen.uptimeMs));
  return {
    ...rhythm,
    seen: reading,
    asleepMs: rhythm.asleepMs + aliveMs,
    steppedMs: rhythm.steppedMs + (wallMs - aliveMs),
  };
}

/** The beat that is due at the last look, if one is. A clock that was set back (new epoch) is due at once. */
export function due(rhythm: Rhythm): DueBeat | null {
  const { epoch, time } = rhythm.seen;
  if (epoch > rhythm.epoch) return { kind: "catchup", gapReason: "clock" };
  const block = blockOf(time);
  if (block <= rhythm.block) return null;
  const jumped = rhythm.asleepMs + rhythm.steppedMs > 0;
  const behind = block > rhythm.block + 1 || time - blockStart(block) > jumpMs;
  return { kind: jumped && behind ? "catchup" : "grid", gapReason: gapReason(rhythm) };
}

/**
 * The rhythm after a beat failed: its block is over, what was missed before it stays missed.
 * @param begun as it stood when the beat was begun
 * @param now as it stands now
 * @param stamped whether the beat had taken its instant
 */
export function failed(begun: Rhythm, now: Rhythm, stamped: boolean): Rhythm {
  if (!stamped) return { ...now, epoch: begun.seen.epoch, block: blockOf(begun.seen.time) };
  return { ...now, asleepMs: now.asleepMs + begun.asleepMs, steppedMs: now.steppedMs + begun.steppedMs };
}

/** Why blocks may be missing since the last beat that was made; `stopped`: beats failed, nothing else happened. */
export function gapReason({ epoch, seen, asleepMs, steppedMs }: Rhythm): GapReason {
  if (epoch !== seen.epoch || steppedMs > asleepMs) return "clock";
  return asleepMs > 0 ? "asleep" : "stopped";
}

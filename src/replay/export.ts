// The log as NDJSON, in its order: pulses as `GET /pulses` gives them, and behind the pulses it has seen each tick with its
// texts and the hash of what it made. Replaying it gives the same hashes. One that begins later than the log begins with
// the fold's state at the nearest checkpoint before.

import type { HeartbeatError } from "../errors.js";
import { encodeState } from "../pipeline/checkpoint.js";
import { decodeFrame } from "../pipeline/frame.js";
import { pulseLines } from "../pipeline/pulse-line.js";
import { startBefore } from "./recompute.js";
import type { StoredLog } from "./stored-log.js";
import { type StateLine, TickLines } from "./tick-line.js";
import type { TimeRange } from "./time-range.js";

/** A place beyond every pulse. */
const beyond = 2 ** 52;

/** The lines, several at a time, each with its line feed; none where the log has no beat in the range. */
export async function* exportLines(
  log: StoredLog,
  range: TimeRange,
  onCorrupt: (error: HeartbeatError) => void,
): AsyncGenerator<string, void> {
  const beats = log.ordinals(range);
  const whole = range.end === Number.POSITIVE_INFINITY;
  if (beats === null && !(whole && range.begin === Number.NEGATIVE_INFINITY)) return;
  const start = startBefore(log, range.begin === Number.NEGATIVE_INFINITY ? 1 : (beats?.first ?? 1));
  if (start.ordinal > 0) {
    const state = JSON.parse(encodeState(start.state)) as StateLine["state"];
    yield lineOf({ state, chain: start.chain } satisfies StateLine);
  }
  const ticks = new TickLines();
  let seen = start.state.seq;
  for (let ordinal = start.ordinal + 1; ordinal <= (beats?.last ?? 0); ordinal++) {
    const record = log.record(ordinal);
    yield* pulses(log, seen, record.tick.watermark, onCorrupt);
    seen = record.tick.watermark;
    yield lineOf(ticks.line(record));
  }
  if (whole) yield* pulses(log, seen, beyond, onCorrupt);
}

function* pulses(
  log: StoredLog,
  after: number,
  upTo: number,
  onCorrupt: (error: HeartbeatError) => void,
): Generator<string, void> {
  for (const page of log.frames(after, upTo, onCorrupt)) {
    const lines = page.flatMap(({ record, first }) => pulseLines(decodeFrame(record, first)));
    // The first frame of a page may begin before it.
    yield lines
      .filter(({ seq }) => seq > after)
      .map(lineOf)
      .join("");
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

// `--from` and `--to`: a UTC day, a beat or an instant, each with a begin and an end.

import { HeartbeatError } from "../errors.js";
import { beatMs, dayMs } from "../pipeline/beat-clock.js";
import { parseTime } from "../pipeline/pulse-time.js";

/** From `begin` to before `end`, ms since 1970. */
export interface TimeRange {
  readonly begin: number;
  readonly end: number;
}

/**
 * From the begin of `from` to the end of `to`; without one there is no border on that side.
 * @throws HB_USAGE
 */
export function timeRange({ from, to }: { readonly from?: string; readonly to?: string }): TimeRange {
  const begin = from === undefined ? Number.NEGATIVE_INFINITY : parseSpan("--from", from).begin;
  const end = to === undefined ? Number.POSITIVE_INFINITY : parseSpan("--to", to).end;
  if (begin < end) return { begin, end };
  throw new HeartbeatError("HB_USAGE", `--to: expected a time after --from ${from}, got ${to}`);
}

/**
 * @param text `YYYY-MM-DD`, `YYYY-MM-DD/NNN` or RFC 3339
 * @throws HB_USAGE naming `option`
 */
export function parseSpan(option: string, text: string): TimeRange {
  const [, day, beat] = /^(\d{4}-\d\d-\d\d)(?:\/(\d{3}))?$/.exec(text) ?? [];
  const begin = parseTime(day === undefined ? text : `${day}T00:00:00Z`);
  const block = Number(beat ?? 0);
  if (typeof begin === "string" || block >= dayMs / beatMs) {
    const expected = "a UTC day (2026-03-13), a beat (2026-03-13/074) or a time with an offset";
    throw new HeartbeatError("HB_USAGE", `${option}: expected ${expected}, got ${JSON.stringify(text)}`);
  }
  if (day === undefined) return { begin, end: begin + 1 };
  if (beat === undefined) return { begin, end: begin + dayMs };
  return { begin: begin + block * beatMs, end: begin + (block + 1) * beatMs };
}

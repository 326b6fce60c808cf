// Durations as people type them: 30m, 2h, 1h30m, 1d.

import { HeartbeatError } from "../errors.js";

const minutesIn = { d: 1440, h: 60, m: 1, s: 1 / 60 } as const;

/**
 * @returns minutes, above 0
 * @throws HB_USAGE
 */
export function parseDuration(text: string): number {
  const whole = /^(?:\d+[dhms])+$/i.test(text) ? [...text.toLowerCase().matchAll(/(\d+)([dhms])/g)] : [];
  const minutes = whole.reduce(
    (sum, [, count, unit]) => sum + Number(count) * minutesIn[unit as "d" | "h" | "m" | "s"],
    0,
  );
  if (minutes > 0 && Number.isFinite(minutes)) return minutes;
  throw new HeartbeatError("HB_USAGE", `expected a duration such as 30m, 2h or 1h30m, got ${JSON.stringify(text)}`);
}

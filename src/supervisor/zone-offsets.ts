// Offset transitions of an IANA zone, for the tick: the only place that asks Intl about local time, in the main thread.
// The same for every tick of a UTC day, so it is worked out once a day. Offsets with seconds, as zones had before they
// kept whole minutes, are rounded to minutes.

import { dayMs } from "../pipeline/beat-clock.js";
import type { ZoneOffsets } from "../pipeline/tick.js";

/** Days before and after the tick that the transitions cover. */
export const coveredDays = 400;

/** Days whose offsets are remembered. */
const mostDays = 4 * coveredDays;

type Transition = ZoneOffsets[number];

export class ZoneOffsetTable {
  #zone = "";
  #day = Number.NaN;
  #offsets: ZoneOffsets = [];
  /** Minutes at the starts of UTC days: of two neighbouring days nearly all are the same. */
  #minutes = new Map<number, number>();

  /**
   * @param zone IANA name
   * @param time ms since 1970
   * @throws RangeError for a zone that Intl does not know
   */
  at(zone: string, time: number): ZoneOffsets {
    const day = Math.floor(time / dayMs);
    if (zone !== this.#zone || day !== this.#day) {
      if (zone !== this.#zone || this.#minutes.size > mostDays) this.#minutes = new Map();
      this.#offsets = offsetsAround(zone, day, this.#minutes);
      this.#zone = zone;
      this.#day = day;
    }
    return this.#offsets;
  }
}

/** No zone changed its offset and changed it back within a day, so looking once a day finds every transition. */
function offsetsAround(zone: string, day: number, known: Map<number, number>): ZoneOffsets {
  const minutesAt = offsetReader(zone);
  const minutesOn = (of: number): number => {
    const minutes = known.get(of) ?? minutesAt(of * dayMs);
    known.set(of, minutes);
    return minutes;
  };
  let before: Transition = { at: (day - coveredDays) * dayMs, minutes: minutesOn(day - coveredDays) };
  const transitions = [before];
  for (let next = day - coveredDays + 1; next <= day + coveredDays + 1; next++) {
    const minutes = minutesOn(next);
    if (minutes === before.minutes) continue;
    before = { at: firstSecond((next - 1) * dayMs, next * dayMs, (time) => minutesAt(time) === minutes), minutes };
    transitions.push(before);
  }
  return transitions;
}

/** First whole second in (`low`, `high`] at which `holds`, which it does from some instant on to `high`. */
function firstSecond(low: number, high: number, holds: (time: number) => boolean): number {
  let no = low / 1000;
  let yes = high / 1000;
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (holds(middle * 1000)) yes = middle;
    else no = middle;
  }
  return yes * 1000;
}

/** Minutes east of UTC at an instant: the zone's wall clock read as if it were UTC, less the instant. */
function offsetReader(zone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (time) => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(time)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - time) / 60_000);
  };
}

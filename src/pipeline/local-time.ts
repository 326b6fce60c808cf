// Local time for people, from the offsets a tick carries: no Intl, no locale, no process time zone.

import { dayMs } from "./beat-clock.js";
import type { ZoneOffsets } from "./tick.js";

const days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"] as const;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** An instant as the people of the zone read it. */
export interface LocalTime {
  /** `2026` */
  readonly year: number;
  /** `Fri 13 Mar` */
  readonly date: string;
  /** `10:46` */
  readonly clock: string;
  /** Days since 1970 in local time. */
  readonly day: number;
}

export function localTime(instant: number, offsets: ZoneOffsets): LocalTime {
  const local = instant + offsetAt(instant, offsets) * 60_000;
  const day = Math.floor(local / dayMs);
  const date = new Date(local);
  return {
    year: date.getUTCFullYear(),
    date: `${days[((day % 7) + 7) % 7]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`,
    clock: `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`,
    day,
  };
}

/** `2026-03-13T10:56:00+01:00` */
export function localRfc3339(instant: number, offsets: ZoneOffsets): string {
  const minutes = offsetAt(instant, offsets);
  const east = Math.abs(minutes);
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.floor(east / 60))}:${two(east % 60)}`;
  return new Date(instant + minutes * 60_000).toISOString().slice(0, 19) + offset;
}

/** Minutes east of UTC. */
function offsetAt(instant: number, offsets: ZoneOffsets): number {
  let minutes = offsets[0]?.minutes ?? 0;
  for (const offset of offsets) {
    if (offset.at > instant) break;
    minutes = offset.minutes;
  }
  return minutes;
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}

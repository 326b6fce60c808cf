// The times that stand in lines, as one tick sees them: its zone, its day, its year. Absolute local times only.

import { type LocalTime, localTime } from "./local-time.js";
import type { Tick } from "./tick.js";

export class LineTimes {
  readonly #offsets: Tick["offsets"];
  readonly #today: LocalTime;
  /** The same for two ticks for which `dated` gives the same. */
  readonly dating: string;

  constructor({ instant, offsets }: Pick<Tick, "instant" | "offsets">) {
    this.#offsets = offsets;
    this.#today = localTime(instant, offsets);
    this.dating = JSON.stringify([this.#today.year, offsets]);
  }

  /** Of the tick: `Fri 13 Mar 2026 10:56` */
  now(): string {
    const { date, year, clock } = this.#today;
    return `${date} ${year} ${clock}`;
  }

  /** `Fri 13 Mar 10:46`, with the year where it is not the tick's. */
  dated(instant: number): string {
    const { date, year, clock } = localTime(instant, this.#offsets);
    return year === this.#today.year ? `${date} ${clock}` : `${date} ${year} ${clock}`;
  }

  /** `since 10:46` */
  since(instant: number): string {
    return `since ${this.#clock(instant, this.#today.day)}`;
  }

  /** `10:46` or `10:30–10:46`, the day where it is not the tick's. */
  span(begin: number, end: number): string {
    const from = this.#clock(begin, this.#today.day);
    return sameMinute(begin, end) ? from : `${from}–${this.#clock(end, this.#today.day)}`;
  }

  /** `Fri 13 Mar 10:46–11:15`; the day of the end only where it is another. */
  ahead(begin: number, until: number | null): string {
    const dated = this.dated(begin);
    if (until === null || sameMinute(begin, until)) return dated;
    return `${dated}–${this.#clock(until, localTime(begin, this.#offsets).day)}`;
  }

  /** `10:46`, with the day before it where it is not `day`. */
  #clock(instant: number, day: number): string {
    const local = localTime(instant, this.#offsets);
    return local.day === day ? local.clock : this.dated(instant);
  }
}

/** Minutes count in UTC: offsets are whole minutes. */
function sameMinute(a: number, b: number): boolean {
  return Math.floor(a / 60_000) === Math.floor(b / 60_000);
}

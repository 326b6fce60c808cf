// Lines as they stand in the text. Absolute local times only; no instant, id or hash above the NOW heading, so that
// what is stable stays byte-identical from beat to beat.

import type { Beat } from "./beat.js";
import type { LineRule } from "./classify.js";
import { rangeRef } from "./item.js";
import { fitLine, type Line } from "./line.js";
import { type LocalTime, localTime } from "./local-time.js";
import { moreText } from "./narrate.js";
import { visibleText } from "./safe-text.js";
import type { Item, Rest } from "./state.js";
import type { Tick } from "./tick.js";
import type { Count } from "./tokens.js";

export const headings = { intention: "# INTENTION\n", history: "# HISTORY\n", projection: "# PROJECTION\n" } as const;

/** Renders the lines of one tick. */
export class Renderer {
  readonly #tick: Tick;
  readonly #count: Count;
  readonly #today: LocalTime;

  constructor(tick: Tick, count: Count) {
    this.#tick = tick;
    this.#count = count;
    this.#today = localTime(tick.instant, tick.offsets);
  }

  /** `# NOW Fri 13 Mar 2026 10:56 Europe/Berlin` */
  nowHeading(): Line {
    const { date, year, clock } = this.#today;
    return this.#line(`# NOW ${date} ${year} ${clock} ${this.#tick.zone}\n`);
  }

  heading(section: keyof typeof headings): Line {
    return this.#line(headings[section]);
  }

  /** Whole, whatever its length. */
  intention(entry: string): Line {
    return this.#line(`- ${entry}\n`);
  }

  beat(beat: Beat): Line {
    const before = `- b${beat.n} ${this.#dated(beat.until)} `;
    const after = this.#times(beat);
    return fitLine(beat.text, (text) => `${before}${text}${after}\n`, this.#count);
  }

  item(item: Item, rule: LineRule): Line {
    const before = `- p${item.ref} ${this.#timeOf(item, rule)} `;
    const after = this.#times(item);
    return fitLine(item.text, (text) => `${before}${text}${after}\n`, this.#count);
  }

  /** The name of a source is text like any other: harmless, and shortened where the line would be too long. */
  rest({ source, count, begin, end, firstRef, lastRef }: Rest): Line {
    const span = this.#span(begin, end, this.#today.day);
    const render = (name: string) => `- ${rangeRef(firstRef, lastRef, name)} ${span} ${moreText(count, name)}\n`;
    return fitLine(visibleText(source), render, this.#count);
  }

  #timeOf(item: Item, rule: LineRule): string {
    switch (rule) {
      case "projection.future":
        return this.#ahead(item.begin, item.until);
      case "now.state":
        return `since ${this.#clock(item.since, this.#today.day)}`;
      case "now.interval":
      case "now.recent":
      case "history.past":
        return this.#span(item.begin, item.end, this.#today.day);
    }
  }

  /** `Fri 13 Mar 10:46–11:15`; the day of the end only where it is another. */
  #ahead(begin: number, until: number | null): string {
    const dated = this.#dated(begin);
    if (until === null || sameMinute(begin, until)) return dated;
    return `${dated}–${this.#clock(until, localTime(begin, this.#tick.offsets).day)}`;
  }

  #span(begin: number, end: number, day: number): string {
    const from = this.#clock(begin, day);
    return sameMinute(begin, end) ? from : `${from}–${this.#clock(end, day)}`;
  }

  /** `10:46`, with the day before it where it is not `day`. */
  #clock(instant: number, day: number): string {
    const local = localTime(instant, this.#tick.offsets);
    return local.day === day ? local.clock : this.#dated(instant);
  }

  /** `Fri 13 Mar 10:46`, with the year where it is not the tick's. */
  #dated(instant: number): string {
    const { date, year, clock } = localTime(instant, this.#tick.offsets);
    return year === this.#today.year ? `${date} ${clock}` : `${date} ${year} ${clock}`;
  }

  /** ` (9 min)` of what has a key, else ` (3×)`; nothing where neither says anything. */
  #times(of: Beat | Item): string {
    const keyed = "keyed" in of ? of.keyed : of.key !== null;
    const minutes = Math.floor(of.active / 60_000);
    if (keyed && minutes >= 1) return ` (${minutes} min)`;
    return of.count > 1 && !("more" in of && of.more) ? ` (${of.count}×)` : "";
  }

  #line(text: string): Line {
    return { text, tokens: this.#count(text) };
  }
}

/** Minutes count in UTC: offsets are whole minutes. */
function sameMinute(a: number, b: number): boolean {
  return Math.floor(a / 60_000) === Math.floor(b / 60_000);
}

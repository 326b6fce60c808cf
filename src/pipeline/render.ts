// Lines as they stand in the text. Absolute local times only; no instant, id or hash above the NOW heading, so that
// what is stable stays byte-identical from beat to beat.

import type { Beat } from "./beat.js";
import type { LineRule } from "./classify.js";
import { rangeRef } from "./item.js";
import { fitLine, type Line } from "./line.js";
import { LineTimes } from "./line-times.js";
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
  readonly #times: LineTimes;

  constructor(tick: Tick, count: Count) {
    this.#tick = tick;
    this.#count = count;
    this.#times = new LineTimes(tick);
  }

  /** The same for two ticks for which `beat` gives the same. */
  get dating(): string {
    return this.#times.dating;
  }

  /** `# NOW Fri 13 Mar 2026 10:56 Europe/Berlin` */
  nowHeading(): Line {
    return this.#line(nowHeading(this.#tick, this.#times));
  }

  heading(section: keyof typeof headings): Line {
    return this.#line(headings[section]);
  }

  /** Whole, whatever its length. */
  intention(entry: string): Line {
    return this.#line(`- ${entry}\n`);
  }

  beat(beat: Beat): Line {
    const before = `- b${beat.n} ${this.#times.dated(beat.until)} `;
    const after = timesOf(beat);
    return fitLine(beat.text, (text) => `${before}${text}${after}\n`, this.#count);
  }

  item(item: Item, rule: LineRule): Line {
    const before = `- p${item.ref} ${this.#timeOf(item, rule)} `;
    const after = timesOf(item);
    return fitLine(item.text, (text) => `${before}${text}${after}\n`, this.#count);
  }

  /** The name of a source is text like any other: harmless, and shortened where the line would be too long. */
  rest({ source, count, begin, end, firstRef, lastRef }: Rest): Line {
    const span = this.#times.span(begin, end);
    const render = (name: string) => `- ${rangeRef(firstRef, lastRef, name)} ${span} ${moreText(count, name)}\n`;
    return fitLine(visibleText(source), render, this.#count);
  }

  #timeOf(item: Item, rule: LineRule): string {
    switch (rule) {
      case "projection.future":
        return this.#times.ahead(item.begin, item.until);
      case "now.state":
        return this.#times.since(item.since);
      case "now.interval":
      case "now.recent":
      case "history.past":
        return this.#times.span(item.begin, item.end);
    }
  }

  #line(text: string): Line {
    return { text, tokens: this.#count(text) };
  }
}

export function nowHeading({ zone }: Pick<Tick, "zone">, times: LineTimes): string {
  return `# NOW ${times.now()} ${zone}\n`;
}

/** ` (9 min)` of what has a key, else ` (3×)`; nothing where neither says anything. */
function timesOf(of: Beat | Item): string {
  const keyed = "keyed" in of ? of.keyed : of.key !== null;
  const minutes = Math.floor(of.active / 60_000);
  if (keyed && minutes >= 1) return ` (${minutes} min)`;
  return of.count > 1 && !("more" in of && of.more) ? ` (${of.count}×)` : "";
}

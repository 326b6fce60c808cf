// Pulses that are to be forgotten, as an index by which the lines are found that were drawn from them: a line says what
// all of its pulses say, and its span holds their times, however many they are.

import type { PulseDigest } from "./digest.js";
import { normalise } from "./normalise.js";

/** Instants of pulses that say the same. */
class Said {
  /** Seq of the first of them: stands for what was said. */
  readonly number: number;
  readonly #times: number[] = [];
  #sorted = true;

  constructor(number: number) {
    this.number = number;
  }

  add(time: number): void {
    this.#sorted &&= time >= (this.#times.at(-1) ?? time);
    this.#times.push(time);
  }

  /** Whether one of them lies in the span, its ends included. */
  within(from: number, until: number): boolean {
    if (!this.#sorted) this.#times.sort((a, b) => a - b);
    this.#sorted = true;
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] as number) < from) low = middle + 1;
      else high = middle;
    }
    return low < this.#times.length && (this.#times[low] as number) <= until;
  }
}

export class ForgottenLines {
  /** By seq, the number that stands for what was said. */
  readonly said = new Map<number, number>();
  readonly #bySaying = new Map<string, Said>();
  /** By the words of a line, of whichever source. */
  readonly #byWords = new Map<string, Said>();
  #first = Number.POSITIVE_INFINITY;

  /** Lowest seq; infinite while there is none. */
  get first(): number {
    return this.#first;
  }

  add({ seq, source, saying, text, time }: PulseDigest): void {
    const said = put(this.#bySaying, sayingOf(source, saying), seq, time);
    this.said.set(seq, said.number);
    this.#first = Math.min(this.#first, seq);
    if (text !== "") put(this.#byWords, normalise(text), seq, time);
  }

  /** Whether a ref names one of them: `p<seq>`, or the text of another program's. */
  holds(ref: string): boolean {
    return /^p\d{1,15}$/.test(ref) && this.said.has(Number(ref.slice(1)));
  }

  /** The number for what a source's line said, if one of them said it in that span. */
  numberOf(source: string, saying: string, from: number, until: number): number | undefined {
    const said = this.#bySaying.get(sayingOf(source, saying));
    return said?.within(from, until) ? said.number : undefined;
  }

  /** Whether one of them said the words of a line in that span. @param words a line that was cut ends with `…` */
  saidWords(words: string, from: number, until: number): boolean {
    if (this.#byWords.get(normalise(words))?.within(from, until)) return true;
    if (!words.endsWith("…")) return false;
    const begin = normalise(words.slice(0, -1));
    for (const [whole, said] of this.#byWords) if (whole.startsWith(begin) && said.within(from, until)) return true;
    return false;
  }
}

function put(index: Map<string, Said>, key: string, seq: number, time: number): Said {
  const said = index.get(key) ?? new Said(seq);
  index.set(key, said);
  said.add(time);
  return said;
}

function sayingOf(source: string, saying: string): string {
  return `${source.length}:${source}${saying}`;
}

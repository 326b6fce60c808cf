// A snapshot as a record of the log stores it: a delta from what the records of its UTC day hold before it. Every
// distinct item (its line and its particulars) is stored once a day, by the record that first shows it; a window is
// runs of item numbers, and its numbers less those of the record before. Unpacking gives the same snapshot, key by key.
//
//   day's first record   items 0 … 41                  windows in full
//   the next             items 42 … 47                 runs over 0 … 47, differences
//
// Pure and symmetric: packing and unpacking take the same things into the day, so a writer that has read the day's
// records goes on where they end.

import { type Frame, type KnownItem, type PackedItem, packItem, partsOf, shownItem, unpackItem } from "./delta-item.js";
import {
  buildWindow,
  type PackedWindow,
  packWindow,
  type SeenWindow,
  seeWindow,
  unpackWindow,
} from "./delta-window.js";
import { LineTimes } from "./line-times.js";
import { nowHeading } from "./render.js";
import type { ShownItem, Snapshot } from "./snapshot.js";
import type { Tick } from "./tick.js";

/** JSON. Items by column, each with the distance to the item it is like (0: none); a window that did not change is 0. */
export type Delta = readonly [
  likes: readonly number[],
  items: readonly (readonly PackedItem[number][])[],
  windows: readonly (PackedWindow | 0)[],
];

/** What a tick lends to its snapshot. */
export type DeltaTick = Pick<Tick, "ordinal" | "instant" | "zone" | "offsets">;

/** What the records of a UTC day hold so far; takes them in order, each once. */
export class DeltaDay {
  readonly #items: KnownItem[] = [];
  /** Newest item of a pulse, and of the same words. */
  readonly #byPulse = new Map<string, number>();
  readonly #byWords = new Map<string, number>();
  /** By their JSON; made when the first is packed, so that who only reads is spared it. */
  #numbers: Map<string, number> | undefined;
  #sentence = 0;
  #pulse = 0;
  #before: readonly SeenWindow[] = [];
  #windows: readonly SeenWindow[] = [];

  /** Takes in a further snapshot. */
  pack(tick: DeltaTick, { windows }: Snapshot): Delta {
    const frame = this.#frame(tick);
    const likes: number[] = [];
    const items: PackedItem[] = [];
    this.#numbers ??= new Map(this.#items.map((item, number) => [JSON.stringify(shownItem(item)), number]));
    const numbers = this.#numbers;
    const numberOf = (item: ShownItem): number => {
      const key = JSON.stringify(item);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const parts = partsOf(item, frame.times);
      const like = this.#byPulse.get(parts.drawn[0] ?? "") ?? this.#byWords.get(parts.words);
      const number = this.#items.length;
      likes.push(like === undefined ? 0 : number - like);
      items.push(packItem(parts, like === undefined ? undefined : this.#items[like], frame));
      this.#add(parts);
      numbers.set(key, number);
      return number;
    };
    const recordFrame = { ordinal: tick.ordinal, nowHeading: nowHeading(tick, frame.times) };
    const seen = windows.map((window, i) => {
      const shown = window.sections.map((section) => section.items.map(numberOf));
      return seeWindow(window, shown, this.#windows[i], this.#itemOf, recordFrame);
    });
    this.#end(frame, seen);
    return [likes, columns(items), seen.map((window, i) => packWindow(window, this.#before[i]))];
  }

  /** Takes in what `pack` gave for the next snapshot; `snapshot` is it then. */
  take(tick: DeltaTick, [likes, items, windows]: Delta): void {
    const frame = this.#frame(tick);
    for (const [i, distance] of likes.entries()) {
      const packed = items.map((column) => column[i]) as unknown as PackedItem;
      this.#add(unpackItem(packed, distance === 0 ? undefined : this.#items[this.#items.length - distance], frame));
    }
    const recordFrame = { ordinal: tick.ordinal, nowHeading: nowHeading(tick, frame.times) };
    this.#numbers = undefined;
    this.#end(
      frame,
      windows.map((window, i) => unpackWindow(window, this.#windows[i], recordFrame)),
    );
  }

  /** The newest snapshot. */
  get snapshot(): Snapshot {
    return { windows: this.#windows.map((window, i) => buildWindow(window, this.#before[i], this.#itemOf)) };
  }

  readonly #itemOf = (number: number): ShownItem => shownItem(this.#items[number] as KnownItem);

  #frame(tick: DeltaTick): Frame {
    return { times: new LineTimes(tick), instant: tick.instant, sentence: this.#sentence, pulse: this.#pulse };
  }

  #end({ sentence, pulse }: Frame, windows: readonly SeenWindow[]): void {
    this.#sentence = sentence;
    this.#pulse = pulse;
    this.#before = this.#windows;
    this.#windows = windows;
  }

  #add(item: KnownItem): void {
    const number = this.#items.length;
    const [first] = item.drawn;
    this.#items.push(item);
    if (item.sentence !== null) this.#byPulse.set(item.sentence, number);
    if (first !== undefined) this.#byPulse.set(first, number);
    this.#byWords.set(item.words, number);
  }
}

/** What is alike stands together, which deflates better. */
function columns(items: readonly PackedItem[]): Delta[1] {
  return (items[0] ?? []).map((_, column) => items.map((item) => item[column] as PackedItem[number]));
}

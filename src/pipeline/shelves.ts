// HISTORY stands on three shelves: recent (blocks and hours), days, older (months and beyond). So the last weeks and
// months always have a place beside the last hours. A shelf is cut along a line that moves only when it must, so that
// what stands first in the text stays from beat to beat.

import type { BeatLevel } from "./beat.js";
import { byRank, type Place } from "./score.js";

/** Recent, days, older. */
export const shelfCount = 3;

export function shelfOf(level: BeatLevel): number {
  switch (level) {
    case "block":
    case "hour":
      return 0;
    case "day":
      return 1;
    case "month":
    case "older":
      return 2;
  }
}

/** What each shelf is allotted. @param available tokens of HISTORY less its heading, @param need tokens of each shelf's lines */
export function allotShelves(available: number, need: readonly [number, number, number]): [number, number, number] {
  const [recent, days, older] = need;
  if (recent + days + older <= available) return [recent, days, older];
  const whole = Math.max(0, available - (available % 4));
  const quarter = whole / 4;
  const toDays = Math.min(days, quarter + Math.max(0, quarter - older));
  const toOlder = Math.min(older, quarter + Math.max(0, quarter - days));
  return [Math.min(recent, whole - toDays - toOlder), toDays, toOlder];
}

/** A line below everything: all is shown. */
export const belowAll: Place = { score: Number.MIN_SAFE_INTEGER, end: 0, ref: 0 };
/** A line above everything: nothing is shown. */
export const aboveAll: Place = { score: Number.MAX_SAFE_INTEGER, end: 0, ref: 0 };

export interface ShelfItem {
  readonly place: Place;
  readonly tokens: number;
}

/** Whether an item at `place` is shown under `line`. */
export function isShown(place: Place, line: Place): boolean {
  return byRank(place, line) <= 0;
}

/** The items shown under `line`. @param items best first */
export function itemsAbove<T extends ShelfItem>(items: readonly T[], line: Place): readonly T[] {
  const end = items.findIndex(({ place }) => !isShown(place, line));
  return end < 0 ? items : items.slice(0, end);
}

/**
 * Where the line stands now.
 * @param items best first
 * @param line where it stood
 * @param allotted tokens
 */
export function cutLine(items: readonly ShelfItem[], line: Place, allotted: number): Place {
  const shown = itemsAbove(items, line);
  const need = sum(shown);
  const starved = need * 10 < allotted * 7 && shown.length < items.length;
  if (need <= allotted && !starved) return line;
  if (sum(items) <= allotted) return belowAll;
  let used = 0;
  let last = aboveAll;
  for (const { place, tokens } of items) {
    used += tokens;
    if (used * 100 > allotted * 85) break;
    last = place;
  }
  return last;
}

/** The lower of two lines: the one that shows more. */
export function lowerLine(a: Place, b: Place): Place {
  return byRank(a, b) > 0 ? a : b;
}

function sum(items: readonly ShelfItem[]): number {
  return items.reduce((tokens, item) => tokens + item.tokens, 0);
}

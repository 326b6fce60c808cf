// Trimming: each part shows the longest run of its items, best first, that fits its allotment, and stops at the first
// that does not; a rest is not passed on. HISTORY is cut along its shelves' lines.

import type { Candidate } from "./candidates.js";
import type { Place } from "./score.js";
import { allotShelves, belowAll, cutLine, itemsAbove, lowerLine } from "./shelves.js";

/** The longest run from the first that fits `tokens`. */
export function longestRun(items: readonly Candidate[], tokens: number): readonly Candidate[] {
  let used = 0;
  const end = items.findIndex((item) => {
    used += item.tokens;
    return used > tokens;
  });
  return end < 0 ? items : items.slice(0, end);
}

export interface CutHistory {
  readonly shown: readonly Candidate[];
  /** The lines as they stand now, a shelf each. */
  readonly lines: readonly Place[];
}

/**
 * @param shelves items best first
 * @param available tokens of HISTORY less its heading
 * @param lines where they stood, `undefined` for a new window
 * @param smaller where those of the next smaller window stand now
 */
export function cutHistory(
  shelves: readonly (readonly Candidate[])[],
  available: number,
  lines: readonly Place[] | undefined,
  smaller: readonly Place[] | undefined,
): CutHistory {
  const need = shelves.map(tokensOf) as [number, number, number];
  const allotted = allotShelves(Math.max(0, available), need);
  const now = shelves.map((items, i) => {
    const line = cutLine(items, lines?.[i] ?? belowAll, allotted[i] as number);
    const below = smaller?.[i];
    return below === undefined ? line : lowerLine(line, below);
  });
  const shown = shelves.flatMap((items, i) => itemsAbove(items, now[i] as Place));
  return { shown, lines: now };
}

export function tokensOf(items: readonly Candidate[]): number {
  return items.reduce((tokens, item) => tokens + item.tokens, 0);
}

// What was said before its time: sorted by begin, then ref, and bounded to the nearest ones.

import { addToOther } from "./other.js";
import type { Item, SourceState, State } from "./state.js";

/** Announced items kept; of more the furthest goes. */
export const maxAnnounced = 10_000;

/** Where there is no place for one more, the furthest goes: it is hidden in the summary `other`. */
export function announce(state: State, source: SourceState, item: Item): void {
  const { announced } = state;
  announced.splice(indexOf(announced, item), 0, item);
  source.announced += 1;
  if (announced.length <= maxAnnounced) return;
  const furthest = announced.pop() as Item;
  (state.sources.get(furthest.source) as SourceState).announced -= 1;
  furthest.hidden = true;
  addToOther(state, furthest);
}

export function withdraw({ announced }: State, source: SourceState, item: Item): void {
  const index = indexOf(announced, item);
  if (announced[index] !== item) return;
  announced.splice(index, 1);
  source.announced -= 1;
}

/** Index of the item, or where it belongs. */
function indexOf(announced: readonly Item[], item: Item): number {
  let low = 0;
  let high = announced.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = announced[middle] as Item;
    if (other.begin < item.begin || (other.begin === item.begin && other.ref < item.ref)) low = middle + 1;
    else high = middle;
  }
  return low;
}

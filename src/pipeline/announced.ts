// What was said before its time: sorted by begin, then ref, and bounded to the nearest ones.

import type { Item, State } from "./state.js";

/** Announced items kept; of more the furthest goes. */
export const maxAnnounced = 10_000;

/** @returns the item that had no place, if one had none */
export function announce({ announced }: State, item: Item): Item | undefined {
  announced.splice(indexOf(announced, item), 0, item);
  return announced.length > maxAnnounced ? announced.pop() : undefined;
}

export function withdraw({ announced }: State, item: Item): void {
  const index = indexOf(announced, item);
  if (announced[index] === item) announced.splice(index, 1);
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

// The summary of what had no place in the bounded state: a source of its own with one line a block.

import { blockOf } from "./beat-clock.js";
import { addToRest, restOf } from "./lines.js";
import { type Item, newSource, type State } from "./state.js";

/** Its name. */
export const other = "other";

/** Adds an item, in the block it was received in. What it says of later is not told: a summary is over when it is made. */
export function addToOther(state: State, item: Item): void {
  const { begin, end, lastSaid } = item;
  const source = state.sources.get(other) ?? newSource(lastSaid);
  state.sources.set(other, source);
  source.lastSaid = Math.max(source.lastSaid, lastSaid);
  const block = blockOf(lastSaid);
  const bucket = source.buckets.get(block) ?? { items: [], rest: null };
  source.buckets.set(block, bucket);
  const over = { ...item, source: other, begin: Math.min(begin, lastSaid), end: Math.min(end, lastSaid), until: null };
  bucket.rest = addToRest(bucket.rest, restOf(over, state.halfLifeMs));
}

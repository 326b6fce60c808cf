// Open lines, bounded: of the lines that are neither held nor announced a source keeps its 16 best a block, the block
// of their latest time; the others are one Rest. An item that changes is taken out, changed, and put back.

import { blockOf } from "./beat-clock.js";
import { later } from "./item.js";
import { byRank, type Place, scoreOf } from "./score.js";
import type { Bucket, Item, Rest, SourceState, State } from "./state.js";

/** Lines a source keeps a block. */
export const bestPerBlock = 16;

export function placeOf(item: Item, halfLifeMs: number): Place {
  return { score: scoreOf(item.end, item.importance, halfLifeMs), end: item.end, ref: item.ref };
}

/** Puts an item among the open lines: in the bucket of its block, unless it is held. */
export function putLine(state: State, source: SourceState, item: Item): void {
  addSaying(source, item);
  if (item.held) return;
  const block = blockOf(item.last);
  const bucket = source.buckets.get(block) ?? { items: [], rest: null };
  source.buckets.set(block, bucket);
  item.block = block;
  bucket.items.push(item);
  if (bucket.items.length > bestPerBlock) hideWorst(state, source, bucket);
}

/** Takes an item out of the open lines. */
export function takeLine(source: SourceState, item: Item): void {
  removeSaying(source, item);
  const { block } = item;
  if (block === null) return;
  item.block = null;
  const bucket = source.buckets.get(block) as Bucket;
  bucket.items.splice(bucket.items.indexOf(item), 1);
  if (bucket.items.length === 0 && bucket.rest === null) source.buckets.delete(block);
}

function hideWorst(state: State, source: SourceState, bucket: Bucket): void {
  let worst = bucket.items[0] as Item;
  for (const item of bucket.items) {
    if (byRank(placeOf(item, state.halfLifeMs), placeOf(worst, state.halfLifeMs)) > 0) worst = item;
  }
  bucket.items.splice(bucket.items.indexOf(worst), 1);
  removeSaying(source, worst);
  worst.block = null;
  worst.hidden = true;
  bucket.rest = addToRest(bucket.rest, restOf(worst, state.halfLifeMs));
}

export function restOf(item: Item, halfLifeMs: number): Rest {
  const { source, count, begin, end, ref, lastRef, late, until, importance } = item;
  const best = placeOf(item, halfLifeMs);
  return { source, count, begin, end, firstRef: ref, lastRef, late, until, importance, best };
}

export function addToRest(rest: Rest | null, more: Rest): Rest {
  if (rest === null) return more;
  const moreIsBetter = byRank(more.best, rest.best) < 0;
  return {
    source: rest.source,
    count: rest.count + more.count,
    begin: Math.min(rest.begin, more.begin),
    end: Math.max(rest.end, more.end),
    firstRef: Math.min(rest.firstRef, more.firstRef),
    lastRef: Math.max(rest.lastRef, more.lastRef),
    late: rest.late && more.late,
    until: later(rest.until, more.until),
    importance: moreIsBetter ? more.importance : rest.importance,
    best: moreIsBetter ? more.best : rest.best,
  };
}

/** Two items with the same one may be one line. */
export function sayingKey(item: {
  readonly key: string | null;
  readonly type: string;
  readonly saying: string;
}): string {
  return item.key === null ? `t\u0000${item.type}\u0000${item.saying}` : `k\u0000${item.key}\u0000${item.saying}`;
}

function addSaying(source: SourceState, item: Item): void {
  const key = sayingKey(item);
  const items = source.sayings.get(key);
  if (items === undefined) source.sayings.set(key, [item]);
  else items.push(item);
}

function removeSaying(source: SourceState, item: Item): void {
  const key = sayingKey(item);
  const items = source.sayings.get(key);
  if (items === undefined) return;
  const index = items.indexOf(item);
  if (index >= 0) items.splice(index, 1);
  if (items.length === 0) source.sayings.delete(key);
}

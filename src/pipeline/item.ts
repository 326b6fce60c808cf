// Making items of pulses and joining items that say the same.

import { beatMs, blockOf } from "./beat-clock.js";
import type { PulseDigest } from "./digest.js";
import type { Item } from "./state.js";

/** Pulses an item names one by one. */
const namedRefs = 16;
/** A pulse joins an item across a gap shorter than this, in ms. */
const joinGapMs = beatMs;
/** A saying counts as active time when it stood no longer than this, in ms. */
export const activeGapMs = 60_000;

export function newItem(pulse: PulseDigest, held: boolean): Item {
  const { seq, source, key, type, category, text, saying, importance, time, until, receivedAt } = pulse;
  const end = until ?? time;
  return {
    ref: seq,
    refs: [seq],
    lastRef: seq,
    count: 1,
    source,
    key,
    type,
    category,
    text,
    saying,
    importance,
    begin: time,
    last: time,
    since: time,
    until,
    end,
    lastSaid: receivedAt,
    active: 0,
    announced: isAnnounced(pulse),
    late: isLate(end, receivedAt),
    held,
    block: null,
    hidden: false,
    drawnFrom: pulse.refs,
  };
}

/** It was said before its time. */
export function isAnnounced(pulse: PulseDigest): boolean {
  return pulse.time > pulse.receivedAt;
}

/** It ended two blocks or more before the block it was received in. */
export function isLate(end: number, receivedAt: number): boolean {
  return blockOf(end) <= blockOf(receivedAt) - 2;
}

/** Of items that say the same the one that a further one joins: near enough in time; of several the one begun last. */
export function joinable(items: readonly Item[] | undefined, more: Item): Item | undefined {
  let latest: Item | undefined;
  for (const item of items ?? []) {
    const near = item.end > more.begin - joinGapMs && item.begin < more.end + joinGapMs;
    if (near && (latest === undefined || (item.begin - latest.begin || item.ref - latest.ref) > 0)) latest = item;
  }
  return latest;
}

/** Adds the item of one pulse to an item that says the same. The item is out of the open lines meanwhile. */
export function join(item: Item, more: Item): void {
  item.active += item.key === null ? activeGap(item.last, more.last) : more.active;
  if (more.last >= item.last) {
    item.text = more.text;
    item.category = more.category;
  }
  if (item.refs.length < namedRefs) item.refs.push(more.ref);
  item.lastRef = more.ref;
  item.count += 1;
  item.importance = Math.max(item.importance, more.importance);
  item.begin = Math.min(item.begin, more.begin);
  item.end = Math.max(item.end, more.end);
  item.last = Math.max(item.last, more.last);
  item.lastSaid = Math.max(item.lastSaid, more.lastSaid);
  item.late = item.late && more.late;
  if (more.held) {
    item.held = true;
    item.since = more.begin;
    item.until = null;
  } else item.until = later(item.until, more.until);
}

/** The later of two instants of which either may be none. */
export function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** ms between two sayings, if that counts as active. */
export function activeGap(from: number, to: number): number {
  const gap = to - from;
  return gap > 0 && gap <= activeGapMs ? gap : 0;
}

/** The refs of an item: its first 16 pulses; beyond that its first and the range. */
export function refsOf(item: Item): readonly string[] {
  if (item.count <= namedRefs) return item.refs.map((seq) => `p${seq}`);
  return [`p${item.ref}`, rangeRef(item.ref, item.lastRef, item.source)];
}

export function rangeRef(first: number, last: number, source: string): string {
  return `p${first}..p${last}@${source}`;
}

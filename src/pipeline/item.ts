// Making items of pulses and joining pulses to items.

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
  const { seq, source, key, type, category, text, saying, importance, time, until, receivedAt, epoch } = pulse;
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
    epoch,
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

function isLate(end: number, receivedAt: number): boolean {
  return blockOf(end) <= blockOf(receivedAt) - 2;
}

/** The item that a pulse joins: near enough in time; of several the one begun last. */
export function joinable(items: readonly Item[] | undefined, pulse: PulseDigest): Item | undefined {
  const end = pulse.until ?? pulse.time;
  let latest: Item | undefined;
  for (const item of items ?? []) {
    const near = item.end > pulse.time - joinGapMs && item.begin < end + joinGapMs;
    if (near && (latest === undefined || (item.begin - latest.begin || item.ref - latest.ref) > 0)) latest = item;
  }
  return latest;
}

/** Adds a pulse to an item that says the same. The item is out of the open lines meanwhile. */
export function join(item: Item, pulse: PulseDigest, held: boolean): void {
  const { seq, time, until, receivedAt } = pulse;
  if (item.key === null) item.active += activeGap(item.last, time);
  if (time >= item.last) {
    item.text = pulse.text;
    item.category = pulse.category;
  }
  if (item.refs.length < namedRefs) item.refs.push(seq);
  item.lastRef = seq;
  item.count += 1;
  item.importance = Math.max(item.importance, pulse.importance);
  item.begin = Math.min(item.begin, time);
  item.since = time;
  item.until = until === null ? null : Math.max(until, item.until ?? until);
  item.end = Math.max(item.end, until ?? time);
  item.last = Math.max(item.last, time);
  item.late = item.late && isLate(until ?? time, receivedAt);
  item.lastSaid = Math.max(item.lastSaid, receivedAt);
  item.epoch = pulse.epoch;
  item.held = held;
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

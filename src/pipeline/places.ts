// The bounds of the fold: sources, keys a source. What has no place goes to one summary, the source `other`.
// A place is free once its holder was silent for stateTtl and nothing of it is running or to come.

import { blockOf } from "./beat-clock.js";
import { addToRest, placeOf } from "./lines.js";
import type { Item, SourceState, State } from "./state.js";

export const maxSources = 256;
export const maxKeys = 1_024;
/** Source of the summary of what had no place. */
export const other = "other";

/** The place of a source; `undefined` when all are taken. */
export function sourcePlace(state: State, name: string, now: number): SourceState | undefined {
  const known = state.sources.get(name);
  if (known !== undefined) return known;
  const taken = state.sources.size - (state.sources.has(other) ? 1 : 0);
  if (taken >= maxSources && !freeSource(state, now)) return undefined;
  const source = newSource(now);
  state.sources.set(name, source);
  return source;
}

/** Makes room for one more key. @returns whether there is room */
export function keyPlace(state: State, source: SourceState, now: number): boolean {
  if (source.keys.size < maxKeys) return true;
  return deleteLongestSilent(source.keys, now - state.stateTtlMs, ({ item }) => item === null || item.hidden);
}

function freeSource(state: State, now: number): boolean {
  const toCome = new Set(state.announced.map(({ source }) => source));
  return deleteLongestSilent(
    state.sources,
    now - state.stateTtlMs,
    (source, name) => name !== other && !toCome.has(name) && isIdle(source),
  );
}

/** Nothing of it is running, to come, or not yet told by HISTORY. */
function isIdle({ buckets, keys }: SourceState): boolean {
  return buckets.size === 0 && [...keys.values()].every(({ item }) => item === null || item.hidden);
}

/** Deletes the longest silent holder that said nothing since `before` and may go; of several the first by name. */
function deleteLongestSilent<T extends { readonly lastSaid: number }>(
  holders: Map<string, T>,
  before: number,
  mayGo: (holder: T, name: string) => boolean,
): boolean {
  let found: { readonly name: string; readonly lastSaid: number } | undefined;
  for (const [name, holder] of holders) {
    if (holder.lastSaid >= before || !mayGo(holder, name)) continue;
    const { lastSaid } = holder;
    const longer =
      found === undefined || lastSaid < found.lastSaid || (lastSaid === found.lastSaid && name < found.name);
    if (longer) found = { name, lastSaid };
  }
  return found !== undefined && holders.delete(found.name);
}

/** Adds an item to the summary of what had no place, in the block it was received in. */
export function toOther(state: State, item: Item): void {
  const source = state.sources.get(other) ?? newSource(item.lastSaid);
  state.sources.set(other, source);
  source.lastSaid = Math.max(source.lastSaid, item.lastSaid);
  const block = blockOf(item.lastSaid);
  const bucket = source.buckets.get(block) ?? { items: [], rest: null };
  source.buckets.set(block, bucket);
  const { count, begin, end, ref, lastRef, late, importance } = item;
  const best = placeOf(item, state.halfLifeMs);
  bucket.rest = addToRest(bucket.rest, {
    source: other,
    count,
    begin,
    end,
    firstRef: ref,
    lastRef,
    late,
    importance,
    best,
  });
}

function newSource(now: number): SourceState {
  return { lastSaid: now, keys: new Map(), buckets: new Map(), sayings: new Map() };
}

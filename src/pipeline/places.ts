// The bounds of the fold: sources, keys a source. What has no place goes to one summary, the source `other`.
// A place is free once its holder was silent for stateTtl and nothing of it is running or to come.

import type { PulseDigest } from "./digest.js";
import { newItem } from "./item.js";
import { addToOther, other } from "./other.js";
import { newSource, type SourceState, type State } from "./state.js";

export const maxSources = 256;
export const maxKeys = 1_024;

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
  return deleteLongestSilent(state.sources, now - state.stateTtlMs, (source, name) => name !== other && isIdle(source));
}

/** Nothing of it is running, to come, or not yet told by HISTORY. */
function isIdle({ announced, buckets, keys }: SourceState): boolean {
  return announced === 0 && buckets.size === 0 && [...keys.values()].every(({ item }) => item === null || item.hidden);
}

/** Deletes the longest silent holder that said nothing since `before` and may go; of several the first by name. */
function deleteLongestSilent<T extends { readonly lastSaid: number }>(
  holders: Map<string, T>,
  before: number,
  mayGo: (holder: T, name: string) => boolean,
): boolean {
  if (!anySilent(holders.values(), before)) return false;
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

/** Asked at every pulse of a flood that finds no place. */
function anySilent(holders: Iterable<{ readonly lastSaid: number }>, before: number): boolean {
  for (const { lastSaid } of holders) if (lastSaid < before) return true;
  return false;
}

/** A pulse that has no place. A retraction says nothing that could be summed up. */
export function toOther(state: State, pulse: PulseDigest): void {
  if (!pulse.retract) addToOther(state, newItem(pulse, false));
}

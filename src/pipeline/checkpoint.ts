// The state as plain JSON and back: what a checkpoint stores. Reading one back gives a state that behaves the same.
// Items are stored where they stand; what a key says now points into a bucket or the announced by ref.

import { sayingKey } from "./lines.js";
import type { Bucket, Current, Item, SourceState, State } from "./state.js";

/** Rises when the shape changes; a checkpoint with another one is rebuilt from the log. */
export const checkpointVersion = 1;

type StoredCurrent = Omit<Current, "item"> & { readonly item: Item | number | null };

interface StoredSource {
  readonly name: string;
  readonly lastSaid: number;
  readonly keys: readonly (readonly [string, StoredCurrent])[];
  readonly buckets: readonly (readonly [number, Bucket])[];
}

type StoredState = Omit<State, "sources" | "cutLines" | "lastShown"> & {
  readonly version: number;
  readonly sources: readonly StoredSource[];
  readonly cutLines: readonly (readonly [number, State["cutLines"] extends Map<number, infer V> ? V : never])[];
  readonly lastShown: readonly (readonly [number, State["lastShown"] extends Map<number, infer V> ? V : never])[];
};

/** Equal states are equal bytes. */
export function encodeState({ sources, cutLines, lastShown, ...rest }: State): string {
  const stored: StoredState = {
    version: checkpointVersion,
    ...rest,
    sources: [...sources].map(([name, source]) => storeSource(name, source)).sort(byName),
    cutLines: [...cutLines],
    lastShown: [...lastShown],
  };
  return JSON.stringify(stored);
}

/** @returns `undefined` for a checkpoint of another version */
export function decodeState(text: string): State | undefined {
  const { version, sources, cutLines, lastShown, ...rest } = JSON.parse(text) as StoredState;
  if (version !== checkpointVersion) return undefined;
  return {
    ...rest,
    sources: new Map(sources.map((source) => [source.name, restoreSource(source, rest.announced)])),
    cutLines: new Map(cutLines),
    lastShown: new Map(lastShown),
  };
}

function storeSource(name: string, { lastSaid, keys, buckets }: SourceState): StoredSource {
  return {
    name,
    lastSaid,
    keys: [...keys]
      .map(([key, current]) => [key, { ...current, item: storeItem(current.item) }] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    buckets: [...buckets]
      .map(([block, { items, rest }]) => [block, { items: [...items].sort((a, b) => a.ref - b.ref), rest }] as const)
      .sort(([a], [b]) => a - b),
  };
}

/** What is held stands nowhere else; what is hidden is gone; everything else stands in a bucket or is announced. */
function storeItem(item: Item | null): Item | number | null {
  if (item === null || item.hidden) return null;
  return item.block === null && !item.announced ? item : item.ref;
}

function restoreSource(source: StoredSource, allAnnounced: readonly Item[]): SourceState {
  const announced = allAnnounced.filter((item) => item.source === source.name);
  const items = source.buckets.flatMap(([, bucket]) => bucket.items);
  const byRef = new Map([...items, ...announced].map((item) => [item.ref, item]));
  const keys = source.keys.map(([key, current]): [string, Current] => {
    const { item } = current;
    const found = typeof item === "number" ? (byRef.get(item) ?? null) : item;
    return [key, { ...current, item: found }];
  });
  const held = keys.flatMap(([, { item }]) => (item !== null && item.block === null && !item.announced ? [item] : []));
  return {
    lastSaid: source.lastSaid,
    announced: announced.length,
    keys: new Map(keys),
    buckets: new Map(source.buckets.map(([block, { items: lines, rest }]) => [block, { items: [...lines], rest }])),
    sayings: indexSayings([...items, ...held]),
  };
}

function indexSayings(items: readonly Item[]): Map<string, Item[]> {
  const sayings = new Map<string, Item[]>();
  for (const item of items) {
    const key = sayingKey(item);
    const same = sayings.get(key);
    if (same === undefined) sayings.set(key, [item]);
    else same.push(item);
  }
  return sayings;
}

function byName(a: StoredSource, b: StoredSource): number {
  return a.name < b.name ? -1 : 1;
}

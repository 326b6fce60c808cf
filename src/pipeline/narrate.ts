// Narration: what is past and not yet told becomes sentences of HISTORY, one a line, with refs to the very pulses.
// Of a source and block the 4 best get a sentence of their own, of what came late the 32 best a source and tick;
// the rest is "N more from SOURCE". A told line leaves the state.

import { withdraw } from "./announced.js";
import type { Beat } from "./beat.js";
import { blockOf, dayMs } from "./beat-clock.js";
import type { Placed } from "./classify.js";
import { rangeRef, refsOf } from "./item.js";
import { takeLine } from "./lines.js";
import { visibleText } from "./safe-text.js";
import type { Item, Rest, SourceState, State } from "./state.js";

const sentencesPerBlock = 4;
const lateSentencesPerTick = 32;

/** What becomes one sentence, or part of an "N more". */
interface Group {
  readonly source: string;
  readonly best: number;
  readonly items: Item[];
  readonly rests: Rest[];
}

/** The sentence that tells each line that is told. */
export type Told = ReadonlyMap<Item | Rest, Beat>;

/** Tells what is `history.past`: the sentences go to `state.beats`, the lines go. */
export function narrate(state: State, placed: readonly Placed[]): Told {
  const groups = new Map<string, Group>();
  for (const { rule, item, rest } of placed) {
    if (rule !== "history.past") continue;
    const group = groupOf(groups, item ?? (rest as Rest));
    if (item !== undefined) group.items.push(item);
    else group.rests.push(rest as Rest);
  }
  const drafts = [...groups.values()].flatMap(tell).sort(byEnd);
  const told = new Map<Item | Rest, Beat>();
  for (const { draft, lines } of drafts) {
    const beat = { ...draft, n: state.nextBeat++ };
    state.beats.push(beat);
    for (const line of lines) told.set(line, beat);
  }
  for (const { items, rests } of groups.values()) forget(state, items, rests);
  return told;
}

function groupOf(groups: Map<string, Group>, line: Item | Rest): Group {
  const key = line.late ? `late\u0000${line.source}` : `${blockOf(line.end)}\u0000${line.source}`;
  const group = groups.get(key) ?? {
    source: line.source,
    best: line.late ? lateSentencesPerTick : sentencesPerBlock,
    items: [],
    rests: [],
  };
  groups.set(key, group);
  return group;
}

interface Draft {
  readonly draft: Omit<Beat, "n">;
  readonly firstRef: number;
  /** What it tells. */
  readonly lines: readonly (Item | Rest)[];
}

function byEnd(a: Draft, b: Draft): number {
  return a.draft.until - b.draft.until || a.firstRef - b.firstRef;
}

function tell({ best, items, rests }: Group): Draft[] {
  const ranked = items.sort(byWorth);
  const told = ranked.slice(0, best).map((item) => ({ draft: sentence(item), firstRef: item.ref, lines: [item] }));
  const others = [...ranked.slice(best).map(asRemainder), ...rests.map((rest) => ({ ...rest, lines: [rest] }))];
  const more = unite(others).map((rest) => ({ draft: moreSentence(rest), firstRef: rest.firstRef, lines: rest.lines }));
  return [...told, ...more];
}

/** By importance, active time, latest time, then the greater first ref. */
function byWorth(a: Item, b: Item): number {
  return b.importance - a.importance || b.active - a.active || b.last - a.last || b.ref - a.ref;
}

function sentence(item: Item): Omit<Beat, "n"> {
  return {
    level: "block",
    source: item.source,
    category: item.category,
    keyed: item.key !== null,
    text: item.text,
    saying: item.saying,
    importance: item.importance,
    from: item.begin,
    until: item.end,
    count: item.count,
    active: item.active,
    refs: item.drawnFrom.length > 0 ? item.drawnFrom : refsOf(item),
    more: false,
  };
}

type Remainder = Pick<Rest, "source" | "count" | "begin" | "end" | "firstRef" | "lastRef" | "late"> & {
  readonly lines: readonly (Item | Rest)[];
};

function asRemainder(item: Item): Remainder {
  const { source, count, begin, end, ref, lastRef, late } = item;
  return { source, count, begin, end, firstRef: ref, lastRef, late, lines: [item] };
}

/** One for the block; of what came late one a day. */
function unite(rests: readonly Remainder[]): Remainder[] {
  const united = new Map<number, Remainder>();
  for (const rest of rests) {
    const day = rest.late ? Math.floor(rest.end / dayMs) : 0;
    const before = united.get(day);
    united.set(day, before === undefined ? rest : merged(before, rest));
  }
  return [...united.values()];
}

function merged(a: Remainder, b: Remainder): Remainder {
  return {
    ...a,
    count: a.count + b.count,
    begin: Math.min(a.begin, b.begin),
    end: Math.max(a.end, b.end),
    firstRef: Math.min(a.firstRef, b.firstRef),
    lastRef: Math.max(a.lastRef, b.lastRef),
    lines: [...a.lines, ...b.lines],
  };
}

function moreSentence({ source, count, begin, end, firstRef, lastRef }: Remainder): Omit<Beat, "n"> {
  return {
    level: "block",
    source,
    category: null,
    keyed: false,
    text: moreText(count, source),
    saying: "",
    importance: 1,
    from: begin,
    until: end,
    count,
    active: 0,
    refs: [rangeRef(firstRef, lastRef, source)],
    more: true,
  };
}

/** "24 more from log" */
export function moreText(count: number, source: string): string {
  return `${count} more from ${visibleText(source)}`;
}

function forget(state: State, items: readonly Item[], rests: readonly Rest[]): void {
  for (const item of items) {
    const source = state.sources.get(item.source);
    if (source === undefined) continue;
    if (item.announced) withdraw(state, source, item);
    else takeLine(source, item);
    const current = item.key === null ? undefined : source.keys.get(item.key);
    if (current?.item === item) current.item = null;
  }
  for (const rest of rests) {
    const source = state.sources.get(rest.source);
    if (source !== undefined) dropRest(source, rest);
  }
}

function dropRest({ buckets }: SourceState, rest: Rest): void {
  for (const [block, bucket] of buckets) {
    if (bucket.rest !== rest) continue;
    bucket.rest = null;
    if (bucket.items.length === 0) buckets.delete(block);
    return;
  }
}

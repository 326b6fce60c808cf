// Everything that could be shown at a tick, rendered and counted once, the same in every window. What only a shown line
// needs is made when it is shown.

import type { LineRule, Placed } from "./classify.js";
import { rangeRef, refsOf } from "./item.js";
import type { Line } from "./line.js";
import { placeOf } from "./lines.js";
import type { Renderer } from "./render.js";
import { byRank, type Place } from "./score.js";
import type { ShownItem } from "./snapshot.js";
import type { Item, Rest } from "./state.js";

/** A line that could be shown. */
export interface Candidate {
  readonly place: Place;
  /** Of its line. */
  readonly tokens: number;
  /** Its first ref. */
  readonly ref: string;
  /** The item as a snapshot holds it. */
  readonly show: () => ShownItem;
  /** Order in the text: group, then this, then ref. */
  readonly group: number;
  readonly at: number;
}

export interface Candidates {
  /** In file order. */
  readonly intention: readonly Candidate[];
  /** Best first, by shelf. */
  readonly history: readonly (readonly Candidate[])[];
  /** Nearest first. */
  readonly projection: readonly Candidate[];
  /** What is trimmed last comes first: running intervals, states, recent; each best first. */
  readonly now: readonly Candidate[];
}

/** Running intervals, states, recent: order in NOW, and the reverse of the order in which it is trimmed. */
const nowGroups: Readonly<Record<LineRule, number>> = {
  "now.interval": 0,
  "now.state": 1,
  "now.recent": 2,
  "projection.future": 0,
  "history.past": 0,
};

export function candidates(
  entries: readonly string[],
  history: Candidates["history"],
  placed: readonly Placed[],
  halfLifeMs: number,
  renderer: Renderer,
): Candidates {
  const open = placed.filter(({ rule }) => rule !== "history.past");
  const lines = open.map(({ rule, item, rest }) => ({
    ahead: rule === "projection.future",
    line: item !== undefined ? itemCandidate(item, rule, halfLifeMs, renderer) : restCandidate(rest, rule, renderer),
  }));
  const projection = lines.filter(({ ahead }) => ahead).map(({ line }) => line);
  const now = lines.filter(({ ahead }) => !ahead).map(({ line }) => line);
  return {
    intention: entries.map((entry, i) => intentionCandidate(entry, i, renderer)),
    history,
    projection: projection.sort(inText),
    now: now.sort((a, b) => a.group - b.group || byRank(a.place, b.place)),
  };
}

/** Order of the lines of a section in the text. */
export function inText(a: Candidate, b: Candidate): number {
  return a.group - b.group || a.at - b.at || a.place.ref - b.place.ref;
}

function intentionCandidate(entry: string, index: number, renderer: Renderer): Candidate {
  const line = renderer.intention(entry);
  const ref = `i${index + 1}`;
  return {
    tokens: line.tokens,
    place: { score: 0, end: 0, ref: index },
    ref,
    group: 0,
    at: 0,
    show: () => ({ ...line, refs: [ref], rule: "intention.file", importance: 1 }),
  };
}

function itemCandidate(item: Item, rule: LineRule, halfLifeMs: number, renderer: Renderer): Candidate {
  const line = renderer.item(item, rule);
  const begin = rule === "now.state" ? item.since : item.begin;
  return {
    tokens: line.tokens,
    place: placeOf(item, halfLifeMs),
    ref: `p${item.ref}`,
    group: nowGroups[rule],
    at: rule === "projection.future" ? item.begin : item.end,
    show: () => shown(line, refsOf(item), rule, item.importance, begin, rule === "now.state" ? null : item.end, item),
  };
}

function restCandidate(rest: Rest, rule: LineRule, renderer: Renderer): Candidate {
  const line = renderer.rest(rest);
  const ref = rangeRef(rest.firstRef, rest.lastRef, rest.source);
  return {
    tokens: line.tokens,
    place: { ...rest.best, ref: rest.firstRef },
    ref,
    group: nowGroups[rule],
    at: rest.end,
    show: () => shown(line, [ref], rule, rest.importance, rest.begin, rest.end, { count: rest.count, active: 0 }),
  };
}

/** Assigned, not spread: hundreds are made at a tick. */
export function shown(
  { text, tokens }: Line,
  refs: readonly string[],
  rule: LineRule,
  importance: number,
  from: number,
  until: number | null,
  { count, active: activeMs }: { readonly count: number; readonly active: number },
): ShownItem {
  const item: { -readonly [Name in keyof ShownItem]: ShownItem[Name] } = {
    text,
    tokens,
    refs,
    rule,
    importance: importance / 100,
    from: rfc3339(from),
  };
  if (until !== null) item.until = rfc3339(until);
  if (count > 1) item.count = count;
  const active = Math.floor(activeMs / 1_000);
  if (active > 0) item.active = active;
  return item;
}

function rfc3339(time: number): string {
  return new Date(time).toISOString();
}

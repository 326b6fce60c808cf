// Everything that could be shown at a tick, rendered and counted once, the same in every window.

import type { Beat } from "./beat.js";
import type { LineRule, Placed } from "./classify.js";
import { rangeRef, refsOf } from "./item.js";
import type { Line } from "./line.js";
import { placeOf } from "./lines.js";
import type { Renderer } from "./render.js";
import { byRank, type Place, scoreOf } from "./score.js";
import { shelfOf } from "./shelves.js";
import type { ShownItem } from "./snapshot.js";
import type { Item, Rest } from "./state.js";

/** A line that could be shown. */
export interface Candidate {
  readonly shown: ShownItem;
  readonly place: Place;
  readonly tokens: number;
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
  beats: readonly Beat[],
  placed: readonly Placed[],
  halfLifeMs: number,
  renderer: Renderer,
): Candidates {
  const open = placed.filter(({ rule }) => rule !== "history.past");
  const lines = open.map(({ rule, item, rest }) =>
    item !== undefined ? itemCandidate(item, rule, halfLifeMs, renderer) : restCandidate(rest, rule, renderer),
  );
  const projection = lines.filter(({ shown }) => shown.rule === "projection.future");
  const now = lines.filter(({ shown }) => shown.rule !== "projection.future");
  const told = beats.map((beat) => ({ shelf: shelfOf(beat.level), line: beatCandidate(beat, halfLifeMs, renderer) }));
  return {
    intention: entries.map((entry, i) => intentionCandidate(entry, i, renderer)),
    history: [0, 1, 2].map((shelf) =>
      told
        .filter((beat) => beat.shelf === shelf)
        .map(({ line }) => line)
        .sort((a, b) => byRank(a.place, b.place)),
    ),
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
  const shown = { ...bare(line), refs: [`i${index + 1}`], rule: "intention.file", importance: 1 } as const;
  return { shown, place: { score: 0, end: 0, ref: index }, tokens: line.tokens, group: 0, at: 0 };
}

function beatCandidate(beat: Beat, halfLifeMs: number, renderer: Renderer): Candidate {
  const line = renderer.beat(beat);
  const shown: ShownItem = {
    ...bare(line),
    refs: [`b${beat.n}`, ...beat.refs],
    rule: "history.past",
    importance: beat.importance / 100,
    ...span(beat.from, beat.until),
    ...tally(beat.count, beat.active),
    level: beat.level,
  };
  const place = { score: scoreOf(beat.until, beat.importance, halfLifeMs), end: beat.until, ref: beat.n };
  return { shown, place, tokens: line.tokens, group: 0, at: beat.until };
}

function itemCandidate(item: Item, rule: LineRule, halfLifeMs: number, renderer: Renderer): Candidate {
  const line = renderer.item(item, rule);
  const begin = rule === "now.state" ? item.since : item.begin;
  const shown: ShownItem = {
    ...bare(line),
    refs: refsOf(item),
    rule,
    importance: item.importance / 100,
    ...span(begin, rule === "now.state" ? null : item.end),
    ...tally(item.count, item.active),
  };
  const at = rule === "projection.future" ? item.begin : item.end;
  return { shown, place: placeOf(item, halfLifeMs), tokens: line.tokens, group: nowGroups[rule], at };
}

function restCandidate(rest: Rest, rule: LineRule, renderer: Renderer): Candidate {
  const line = renderer.rest(rest);
  const shown: ShownItem = {
    ...bare(line),
    refs: [rangeRef(rest.firstRef, rest.lastRef, rest.source)],
    rule,
    importance: rest.importance / 100,
    ...span(rest.begin, rest.end),
    ...tally(rest.count, 0),
  };
  const place = { ...rest.best, ref: rest.firstRef };
  return { shown, place, tokens: line.tokens, group: nowGroups[rule], at: rest.end };
}

function bare(line: Line): Pick<ShownItem, "text" | "tokens"> {
  return { text: line.text, tokens: line.tokens };
}

function span(from: number, until: number | null): Pick<ShownItem, "from" | "until"> {
  return { from: rfc3339(from), ...(until !== null && { until: rfc3339(until) }) };
}

function tally(count: number, activeMs: number): Pick<ShownItem, "count" | "active"> {
  const active = Math.floor(activeMs / 1_000);
  return { ...(count > 1 && { count }), ...(active > 0 && { active }) };
}

function rfc3339(time: number): string {
  return new Date(time).toISOString();
}

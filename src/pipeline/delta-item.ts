// One item as a record stores it: as what sets it apart from one that the day has already. Most new items are an old one
// that went on (a further pulse, a minute more), became a sentence of HISTORY, or says the same words again.
//
// Whatever the item is, unpacking gives it back: what can be foreseen (the line's time from its instants, `(3×)` from
// its count) is stored as a number that says how, and where nothing fits the words hold the whole line. How it is
// foreseen is part of the log's format: `LineTimes` may only change together with it.

import type { BeatLevel } from "./beat.js";
import type { Rule } from "./classify.js";
import type { LineTimes } from "./line-times.js";
import type { ShownItem } from "./snapshot.js";

/** An item the day has, in parts: most are never shown again, so its line is made when it is. */
export interface KnownItem {
  /** The line without ref, time and tally. */
  readonly words: string;
  /** Which beginning and end of the line fit: `head · 4 + tail`. */
  readonly form: number;
  /** Its refs, without the `b<n>` of a sentence. */
  readonly drawn: readonly string[];
  /** `b<n>`; `null` for what is no sentence. */
  readonly sentence: string | null;
  readonly tokens: number;
  readonly kind: number;
  /** Importance. */
  readonly hundredths: number;
  /** ms since 1970. */
  readonly from: number | null;
  readonly until: number | null;
  /** 1 where it is not said. */
  readonly count: number;
  /** Seconds, 0 where it is not said. */
  readonly active: number;
  /** Of the tick that showed it first. */
  readonly times: LineTimes;
  shown: ShownItem | undefined;
}

/** Numbers are differences from the item it is like, where there is one. */
export type PackedItem = readonly [
  /** 0: the same. */
  words: string | 0,
  form: number,
  /** n of `b<n>` above that of the sentence before; 0: it is no sentence. */
  sentence: number,
  /** 0: the same; else how many of the last refs are gone and what follows instead: a ref, or p's distance. */
  drawn: readonly (string | number)[] | 0,
  tokens: number,
  kind: number,
  /** Hundredths. */
  importance: number,
  /** ms, `null` for none; without a like from the tick. */
  from: number | null,
  /** ms from `from`. */
  until: number | null,
  /** 0: as many as it has refs. */
  count: number,
  active: number,
];

/** What a packed item is relative to besides its like. */
export interface Frame {
  readonly times: LineTimes;
  /** ms since 1970. */
  readonly instant: number;
  /** n of the last `b<n>`, seq of the last `p<seq>` that was packed. */
  sentence: number;
  pulse: number;
}

const rules: readonly Rule[] = [
  "intention.file",
  "projection.future",
  "now.interval",
  "now.state",
  "now.recent",
  "history.past",
];
const levels: readonly (BeatLevel | undefined)[] = [undefined, "block", "hour", "day", "month", "older"];

const headCount = 6;
const tailCount = 4;

/** The parts of an item that is new. */
export function partsOf(item: ShownItem, times: LineTimes): KnownItem {
  const sentence = item.refs[0] !== undefined && isSentence(item.refs[0]) ? item.refs[0] : null;
  const parts = {
    drawn: sentence === null ? item.refs : item.refs.slice(1),
    sentence,
    tokens: item.tokens,
    kind: rules.indexOf(item.rule) * levels.length + levels.indexOf(item.level),
    hundredths: Math.round(item.importance * 100),
    from: item.from === undefined ? null : Date.parse(item.from),
    until: item.until === undefined ? null : Date.parse(item.until),
    count: item.count ?? 1,
    active: item.active ?? 0,
    times,
    shown: item,
  };
  const { text } = item;
  const head = firstOf(headCount, (form) => text.startsWith(headOf(form, parts)));
  const begin = headOf(head, parts).length;
  const tail = firstOf(tailCount, (form) => text.slice(begin).endsWith(tailOf(form, parts)));
  const words = text.slice(begin, text.length - tailOf(tail, parts).length);
  return { ...parts, words, form: head * tailCount + tail };
}

/** The line of an item with other words, as far as its ref and time are those that can be foreseen. */
export function lineWith(words: string, item: ShownItem, times: LineTimes): string {
  const parts = partsOf(item, times);
  return headOf(Math.floor(parts.form / tailCount), parts) + words + tailOf(parts.form % tailCount, parts);
}

/** The item as it is shown. */
export function shownItem(known: KnownItem): ShownItem {
  known.shown ??= madeOf(known);
  return known.shown;
}

export function packItem(item: KnownItem, like: KnownItem | undefined, frame: Frame): PackedItem {
  const { from, until } = item;
  return [
    item.words === like?.words ? 0 : item.words,
    item.form,
    packSentence(item.sentence, frame),
    packDrawn(item.drawn, like?.drawn ?? [], frame),
    item.tokens - (like?.tokens ?? 0),
    item.kind,
    item.hundredths - (like?.hundredths ?? 0),
    from === null ? null : from - (like?.from ?? frame.instant),
    until === null ? null : until - (from ?? frame.instant) - spanOf(like),
    item.count === item.drawn.length ? 0 : item.count,
    item.active - (like?.active ?? 0),
  ];
}

export function unpackItem(packed: PackedItem, like: KnownItem | undefined, frame: Frame): KnownItem {
  const [words, form, sentence, changed, tokens, kind, hundredths, fromMs, untilMs, count, active] = packed;
  const drawn = unpackDrawn(changed, like?.drawn ?? [], frame);
  const from = fromMs === null ? null : fromMs + (like?.from ?? frame.instant);
  return {
    words: words === 0 ? (like as KnownItem).words : words,
    form,
    drawn,
    sentence: unpackSentence(sentence, frame),
    tokens: tokens + (like?.tokens ?? 0),
    kind,
    hundredths: hundredths + (like?.hundredths ?? 0),
    from,
    until: untilMs === null ? null : untilMs + (from ?? frame.instant) + spanOf(like),
    count: count === 0 ? drawn.length : count,
    active: active + (like?.active ?? 0),
    times: frame.times,
    shown: undefined,
  };
}

function madeOf(known: KnownItem): ShownItem {
  const { words, form, drawn, sentence, tokens, kind, hundredths, from, until, count, active } = known;
  const level = levels[kind % levels.length];
  return {
    text: headOf(Math.floor(form / tailCount), known) + words + tailOf(form % tailCount, known),
    tokens,
    refs: sentence === null ? drawn : [sentence, ...drawn],
    rule: rules[Math.floor(kind / levels.length)] as Rule,
    importance: hundredths / 100,
    ...(from !== null && { from: rfc3339(from) }),
    ...(until !== null && { until: rfc3339(until) }),
    ...(count > 1 && { count }),
    ...(active > 0 && { active }),
    ...(level !== undefined && { level }),
  };
}

/** How a line may begin. The first that fits is taken; the last always does. */
function headOf(form: number, item: Pick<KnownItem, "sentence" | "drawn" | "from" | "until" | "times">): string {
  if (form >= 4) return form === 4 ? "- " : "";
  return `- ${item.sentence ?? item.drawn[0]} ${timeOf(form, item)} `;
}

function timeOf(form: number, { from, until, times }: Pick<KnownItem, "from" | "until" | "times">): string {
  if (form === 3) return until === null ? "" : times.dated(until);
  if (from === null) return "";
  if (form === 0) return times.since(from);
  return form === 1 ? times.span(from, until ?? from) : times.ahead(from, until);
}

/** How a line may end. The first that fits is taken; the last always does. */
function tailOf(form: number, { count, active }: Pick<KnownItem, "count" | "active">): string {
  if (form === 0) return ` (${count}×)\n`;
  if (form === 1) return ` (${Math.floor(active / 60)} min)\n`;
  return form === 2 ? "\n" : "";
}

function firstOf(count: number, fits: (form: number) => boolean): number {
  for (let form = 0; form < count; form++) if (fits(form)) return form;
  return count - 1;
}

function packSentence(ref: string | null, frame: Frame): number {
  if (ref === null) return 0;
  const n = Number(ref.slice(1));
  const distance = n - frame.sentence;
  frame.sentence = n;
  // 0 says that it is none.
  return distance <= 0 ? distance - 1 : distance;
}

function unpackSentence(packed: number, frame: Frame): string | null {
  if (packed === 0) return null;
  frame.sentence += packed < 0 ? packed + 1 : packed;
  return `b${frame.sentence}`;
}

function packDrawn(drawn: readonly string[], old: readonly string[], frame: Frame): PackedItem[3] {
  const kept = commonLength(drawn, old);
  if (kept === drawn.length && kept === old.length) return 0;
  const added = drawn.slice(kept).map((ref) => {
    if (!isPulse(ref)) return ref;
    const seq = Number(ref.slice(1));
    const distance = seq - frame.pulse;
    frame.pulse = seq;
    return distance;
  });
  return [old.length - kept, ...added];
}

function unpackDrawn(packed: PackedItem[3], old: readonly string[], frame: Frame): readonly string[] {
  if (packed === 0) return old;
  const [gone, ...added] = packed;
  const refs = added.map((ref) => {
    if (typeof ref === "string") return ref;
    frame.pulse += ref;
    return `p${frame.pulse}`;
  });
  return [...old.slice(0, old.length - Number(gone)), ...refs];
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

function isSentence(ref: string): boolean {
  return /^b[1-9]\d{0,14}$/.test(ref);
}

function isPulse(ref: string): boolean {
  return /^p[1-9]\d{0,14}$/.test(ref);
}

function spanOf(item: KnownItem | undefined): number {
  return item === undefined || item.until === null ? 0 : item.until - (item.from ?? item.until);
}

function rfc3339(time: number): string {
  return new Date(time).toISOString();
}

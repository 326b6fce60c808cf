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

/** An item the day has, and its parts. */
export interface KnownItem {
  readonly item: ShownItem;
  /** The line without ref, time and tally. */
  readonly words: string;
  /** Its refs without the `b<n>` of a sentence. */
  readonly drawn: readonly string[];
}

/** Numbers are differences from the item it is like, where there is one. */
export type PackedItem = readonly [
  /** 0: the same. */
  words: string | 0,
  /** Which beginning and end of the line fit, `forms` below. */
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

/** The item it is like is found by these: the pulse it begins with, else its words. */
export function partsOf(item: ShownItem, times: LineTimes): KnownItem & { readonly form: number } {
  const { heads, tails } = formsOf(item, times);
  const head = heads.findIndex((text) => item.text.startsWith(text));
  const rest = item.text.slice((heads[head] as string).length);
  const tail = tails.findIndex((text) => rest.endsWith(text));
  return {
    item,
    words: rest.slice(0, rest.length - (tails[tail] as string).length),
    drawn: isSentence(item.refs[0]) ? item.refs.slice(1) : item.refs,
    form: head * tails.length + tail,
  };
}

/** The line of an item with other words, as far as its ref and time are those that can be foreseen. */
export function lineWith(words: string, item: ShownItem, times: LineTimes): string {
  const { heads, tails } = formsOf(item, times);
  const { form } = partsOf(item, times);
  return `${heads[Math.floor(form / tails.length)]}${words}${tails[form % tails.length]}`;
}

export function packItem(
  { item, words, drawn, form }: ReturnType<typeof partsOf>,
  like: KnownItem | undefined,
  frame: Frame,
): PackedItem {
  const old = like?.item;
  const from = instantOf(item.from);
  const until = instantOf(item.until);
  const count = item.count ?? 1;
  return [
    words === like?.words ? 0 : words,
    form,
    packSentence(item.refs[0], frame),
    packDrawn(drawn, like?.drawn ?? [], frame),
    item.tokens - (old?.tokens ?? 0),
    rules.indexOf(item.rule) * levels.length + levels.indexOf(item.level),
    hundredths(item) - hundredths(old),
    from === null ? null : from - (instantOf(old?.from) ?? frame.instant),
    until === null ? null : until - (from ?? frame.instant) - spanOf(old),
    count === drawn.length ? 0 : count,
    (item.active ?? 0) - (old?.active ?? 0),
  ];
}

export function unpackItem(packed: PackedItem, like: KnownItem | undefined, frame: Frame): KnownItem {
  const [words, form, sentence, changed, tokens, kind, importance, fromMs, untilMs, ownCount, activeMs] = packed;
  const old = like?.item;
  const own = unpackSentence(sentence, frame);
  const drawn = unpackDrawn(changed, like?.drawn ?? [], frame);
  const from = fromMs === null ? null : fromMs + (instantOf(old?.from) ?? frame.instant);
  const until = untilMs === null ? null : untilMs + (from ?? frame.instant) + spanOf(old);
  const count = ownCount === 0 ? drawn.length : ownCount;
  const active = activeMs + (old?.active ?? 0);
  const level = levels[kind % levels.length];
  const item = {
    text: "",
    tokens: tokens + (old?.tokens ?? 0),
    refs: own === null ? drawn : [own, ...drawn],
    rule: rules[Math.floor(kind / levels.length)] as Rule,
    importance: (importance + hundredths(old)) / 100,
    ...(from !== null && { from: rfc3339(from) }),
    ...(until !== null && { until: rfc3339(until) }),
    ...(count > 1 && { count }),
    ...(active > 0 && { active }),
    ...(level !== undefined && { level }),
  };
  const said = words === 0 ? (like as KnownItem).words : words;
  const { heads, tails } = formsOf(item, frame.times);
  const text = `${heads[Math.floor(form / tails.length)]}${said}${tails[form % tails.length]}`;
  return { item: { ...item, text }, words: said, drawn };
}

/** How a line may begin and end; the first that fits is taken, the last always does. */
function formsOf({ refs, from, until, count, active }: ShownItem, times: LineTimes) {
  const begin = instantOf(from);
  const end = instantOf(until);
  const ref = `- ${refs[0]} `;
  const heads = [
    ...(begin === null ? ["", "", ""] : [times.since(begin), times.span(begin, end ?? begin), times.ahead(begin, end)]),
    end === null ? "" : times.dated(end),
  ].map((time) => `${ref}${time} `);
  const tails = [` (${count}×)\n`, ` (${Math.floor((active ?? 0) / 60)} min)\n`, "\n", ""];
  return { heads: [...heads, "- ", ""], tails };
}

function packSentence(ref: string | undefined, frame: Frame): number {
  if (!isSentence(ref)) return 0;
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

function isSentence(ref: string | undefined): ref is string {
  return ref !== undefined && /^b[1-9]\d{0,14}$/.test(ref);
}

function isPulse(ref: string): boolean {
  return /^p[1-9]\d{0,14}$/.test(ref);
}

function hundredths(item: ShownItem | undefined): number {
  return Math.round((item?.importance ?? 0) * 100);
}

function spanOf(item: ShownItem | undefined): number {
  const until = instantOf(item?.until);
  return until === null ? 0 : until - (instantOf(item?.from) ?? until);
}

function instantOf(time: string | undefined): number | null {
  return time === undefined ? null : Date.parse(time);
}

function rfc3339(time: number): string {
  return new Date(time).toISOString();
}

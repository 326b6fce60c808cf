// One window as a record stores it: its numbers less those of the record before, runs of item numbers for its sections,
// and of headings and drift only what can't be foreseen. A window in which nothing moved is 0.

import { type Drift, driftOf } from "./drift.js";
import type { Section, SectionName, ShownItem, WindowSnapshot } from "./snapshot.js";
import type { LastShown, ShownLine } from "./state.js";

export type PackedWindow = readonly [
  /** `numbersOf`, less those before; 0: the same. */
  numbers: readonly number[] | 0,
  /** 0: as before; else a section each: 0 none, 1 the usual, else its text. */
  headings: readonly (0 | 1 | string)[] | 0,
  /** 0: as it follows from the record before. */
  drift: Drift | 0,
  /** A section each; 0: as before. */
  sections: readonly (PackedSection | 0)[],
];

/** The boundary, then runs: numbers from the end of the run before, and length. */
type PackedSection = readonly [boundary: string | null, ...runs: number[]];

/** A window of the day's newest record: what the next one is relative to, and what it is built from. */
export interface SeenWindow extends RecordFrame {
  readonly numbers: readonly number[];
  readonly headings: readonly (0 | 1 | string)[];
  readonly drift: Drift | 0;
  readonly sections: readonly PackedSection[];
}

/** What is the same in all windows of a record. */
export interface RecordFrame {
  readonly ordinal: number;
  /** The usual heading of NOW. */
  readonly nowHeading: string;
}

export type ItemOf = (number: number) => ShownItem;

const names: readonly SectionName[] = ["INTENTION", "HISTORY", "PROJECTION", "NOW"];
/** How many numbers a window has, and a section. */
const own = 4;
const perSection = 6;
const unchanged: PackedWindow = [0, 0, 0, [0, 0, 0, 0]];

/** @param numbers of the items of each section */
export function seeWindow(
  window: WindowSnapshot,
  numbers: readonly (readonly number[])[],
  before: SeenWindow | undefined,
  itemOf: ItemOf,
  frame: RecordFrame,
): SeenWindow {
  const seen: SeenWindow = {
    ...frame,
    numbers: numbersOf(window),
    headings: headingsOf(window, frame),
    drift: 0,
    sections: window.sections.map(({ trimmed }, i) => [trimmed.boundary, ...runsOf(numbers[i] as number[])]),
  };
  return isSame(driftAfter(before, seen, itemOf), window.drift) ? seen : { ...seen, drift: window.drift };
}

export function packWindow(seen: SeenWindow, before: SeenWindow | undefined): PackedWindow | 0 {
  const difference = seen.numbers.map((number, i) => number - (before?.numbers[i] ?? 0));
  const packed: PackedWindow = [
    difference.every((number) => number === 0) ? 0 : difference,
    isSame(seen.headings, before?.headings) ? 0 : seen.headings,
    seen.drift,
    seen.sections.map((section, i) => (isSame(section, before?.sections[i]) ? 0 : section)),
  ];
  return packed.flat().every((part) => part === 0) ? 0 : packed;
}

export function unpackWindow(packed: PackedWindow | 0, before: SeenWindow | undefined, frame: RecordFrame): SeenWindow {
  const [difference, headings, drift, sections] = packed === 0 ? unchanged : packed;
  const numbers = before?.numbers ?? Array<number>(own + names.length * perSection).fill(0);
  return {
    ...frame,
    numbers: difference === 0 ? numbers : numbers.map((number, i) => number + (difference[i] as number)),
    headings: headings === 0 ? (before as SeenWindow).headings : headings,
    drift,
    sections: sections.map((section, i) =>
      section === 0 ? ((before as SeenWindow).sections[i] as PackedSection) : section,
    ),
  };
}

export function buildWindow(seen: SeenWindow, before: SeenWindow | undefined, itemOf: ItemOf): WindowSnapshot {
  const [window, cap, tokens, overBudget] = seen.numbers as readonly [number, number, number, number];
  const sections = sectionsOf(seen, itemOf);
  return {
    window,
    cap,
    tokens: tokens + sections.reduce((sum, section) => sum + section.tokens, 0),
    overBudget: overBudget === 1,
    sections,
    text: textOf(shownOf(seen, itemOf)),
    drift: seen.drift === 0 ? driftAfter(before, seen, itemOf) : seen.drift,
  };
}

function driftAfter(before: SeenWindow | undefined, seen: SeenWindow, itemOf: ItemOf): Drift {
  return driftOf(before === undefined ? undefined : shownOf(before, itemOf), shownOf(seen, itemOf));
}

/** All numbers of a window; those that mostly follow from others less these. */
function numbersOf({ window, cap, tokens, overBudget, sections }: WindowSnapshot): readonly number[] {
  const sum = sections.reduce((total, section) => total + section.tokens, 0);
  return [
    window,
    cap,
    tokens - sum,
    overBudget ? 1 : 0,
    ...sections.flatMap(({ share, need, allotted, tokens: used, items, trimmed }) => [
      share,
      need,
      allotted - need,
      used - tokensOf(items),
      trimmed.items,
      trimmed.tokens,
    ]),
  ];
}

function sectionsOf({ numbers, sections }: SeenWindow, itemOf: ItemOf): readonly Section[] {
  return sections.map(([boundary, ...runs], index) => {
    const [share, need, allotted, used, trimmedItems, trimmedTokens] = numbers.slice(own + index * perSection) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const items = itemNumbers(runs).map(itemOf);
    return {
      name: names[index] as SectionName,
      share,
      need,
      allotted: allotted + need,
      tokens: used + tokensOf(items),
      items,
      trimmed: { items: trimmedItems, tokens: trimmedTokens, boundary },
    };
  });
}

function runsOf(numbers: readonly number[]): readonly number[] {
  const runs: number[] = [];
  let end = 0;
  for (const number of numbers) {
    if (runs.length > 0 && number === end) runs[runs.length - 1] = (runs.at(-1) as number) + 1;
    else runs.push(number - end, 1);
    end = number + 1;
  }
  return runs;
}

function itemNumbers(runs: readonly number[]): readonly number[] {
  const numbers: number[] = [];
  let end = 0;
  for (let i = 0; i < runs.length; i += 2) {
    end += runs[i] as number;
    for (let left = runs[i + 1] as number; left > 0; left--) numbers.push(end++);
  }
  return numbers;
}

/** @throws if the text is not its headings and items, which rendering rules out */
function headingsOf({ text, sections }: WindowSnapshot, frame: RecordFrame): readonly (0 | 1 | string)[] {
  let at = 0;
  const headings = sections.map(({ items }, i) => {
    const lines = items.map((item) => item.text).join("");
    const heading = headingAt(text.slice(at), usualHeading(i, frame), lines, i === names.length - 1);
    at += (typeof heading === "string" ? heading : heading === 1 ? usualHeading(i, frame) : "").length + lines.length;
    return heading;
  });
  if (at !== text.length)
    throw new Error(`a snapshot's text is not its lines: expected ${at} characters, got ${text.length}`);
  return headings;
}

/** Of a section that stands first in `text`. An empty one has none, unless it is the last and text is left. */
function headingAt(text: string, usual: string, lines: string, isLast: boolean): 0 | 1 | string {
  if (text.startsWith(usual + lines)) return 1;
  if (text.startsWith(lines) && !(isLast && text.length > lines.length)) return 0;
  return text.slice(0, text.indexOf("\n") + 1);
}

function usualHeading(index: number, { nowHeading }: RecordFrame): string {
  return names[index] === "NOW" ? nowHeading : `# ${names[index]}\n`;
}

/** As drift sees it: what a heading has of tokens is what its section has beyond its items. */
function shownOf(seen: SeenWindow, itemOf: ItemOf): LastShown {
  return {
    ordinal: seen.ordinal,
    headings: seen.headings.map((heading, i): ShownLine | null => {
      const tokens = seen.numbers[own + i * perSection + 3] as number;
      return heading === 0 ? null : { text: heading === 1 ? usualHeading(i, seen) : heading, tokens };
    }),
    sections: seen.sections.map(([, ...runs]) => itemNumbers(runs).map(itemOf)),
  };
}

function textOf({ headings, sections }: LastShown): string {
  return sections.map((lines, i) => (headings[i]?.text ?? "") + lines.map(({ text }) => text).join("")).join("");
}

function tokensOf(items: readonly ShownItem[]): number {
  return items.reduce((sum, { tokens }) => sum + tokens, 0);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

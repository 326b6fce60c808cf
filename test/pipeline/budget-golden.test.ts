// Worked examples of the budget as files that can be checked by hand: test/golden/budget, whose README says how.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { assemble, type Headings } from "../../src/pipeline/assemble.js";
import type { Candidate, Candidates } from "../../src/pipeline/candidates.js";
import { byRank, type Place } from "../../src/pipeline/score.js";
import { allotShelves } from "../../src/pipeline/shelves.js";
import type { Section } from "../../src/pipeline/snapshot.js";
import { defaultSettings } from "./recorded.js";

/** How many lines of how many tokens. */
type Lines = readonly [count: number, tokens: number];

interface Needs {
  readonly intention?: Lines;
  readonly now?: Lines;
  readonly recent?: Lines;
  readonly days?: Lines;
  readonly older?: Lines;
  readonly projection?: Lines;
}

interface Example {
  readonly file: string;
  readonly about: string;
  readonly ticks: readonly Needs[];
}

const full: Needs = {
  intention: [5, 20],
  now: [30, 25],
  recent: [200, 20],
  days: [120, 20],
  older: [60, 20],
  projection: [100, 20],
};
const examples: readonly Example[] = [
  {
    file: "all-fits",
    about: "All fits in the larger windows",
    ticks: [
      { intention: [3, 20], now: [20, 25], recent: [30, 20], days: [20, 20], older: [10, 20], projection: [10, 20] },
    ],
  },
  { file: "everything-wants-more", about: "HISTORY and PROJECTION want more than there is", ticks: [full] },
  { file: "now-takes-more-than-its-share", about: "NOW is trimmed last", ticks: [{ ...full, now: [200, 25] }] },
  {
    file: "little-history",
    about: "PROJECTION takes what HISTORY leaves",
    ticks: [{ ...full, recent: [10, 20], days: [0, 0], older: [0, 0] }],
  },
  { file: "no-projection", about: "HISTORY takes what PROJECTION leaves", ticks: [{ ...full, projection: [0, 0] }] },
  {
    file: "intention-over-budget",
    about: "INTENTION larger than the smallest cap stands alone there",
    ticks: [{ ...full, intention: [10, 100] }],
  },
  {
    file: "young-history",
    about: "Nothing on the shelves of days and older: recent has all",
    ticks: [{ ...full, days: [0, 0], older: [0, 0] }],
  },
  {
    file: "the-line-stays",
    about: "Five new lines at each tick: the line holds until they are too many, then moves to 0.85",
    ticks: [0, 5, 10, 15, 20, 25].map((more) => ({ ...full, recent: [200 + more, 20] as const })),
  },
  {
    file: "the-line-falls",
    about: "NOW needs less from tick to tick: the shelves grow, and the lines fall when less than 0.7 is in use",
    ticks: [170, 130, 90, 50].map((now) => ({ ...full, now: [now, 25] as const })),
  },
];

const headings: Headings = {
  intention: { text: "# INTENTION\n", tokens: 4 },
  history: { text: "# HISTORY\n", tokens: 4 },
  projection: { text: "# PROJECTION\n", tokens: 5 },
  now: { text: "# NOW\n", tokens: 16 },
};

/** Best first: of NOW, HISTORY and its shelves the highest number, of PROJECTION the lowest. */
function lines(name: string, [count, tokens]: Lines = [0, 0]): readonly Candidate[] {
  const made = Array.from({ length: count }, (_, n): Candidate => {
    const ref = `${name}${n + 1}`;
    const show = () => ({ text: `- ${ref}\n`, refs: [ref], tokens, rule: "now.recent", importance: 0.5 }) as const;
    return { place: { score: n, end: n, ref: n }, tokens, ref, show, group: 0, at: n };
  });
  return name === "i" || name === "p" ? made : made.sort((a, b) => byRank(a.place, b.place));
}

function candidatesOf({ intention, now, recent, days, older, projection }: Needs): Candidates {
  return {
    intention: lines("i", intention),
    history: [lines("r", recent), lines("d", days), lines("o", older)],
    projection: lines("p", projection),
    now: lines("n", now),
  };
}

function render({ about, ticks }: Example): string {
  const cutLines = new Map<number, readonly Place[]>();
  const text = [`# ${about}`, ""];
  for (const [t, needs] of ticks.entries()) {
    const told = Object.entries(needs)
      .filter(([, [count]]) => count > 0)
      .map(([name, [count, tokens]]) => `${name} ${count} × ${tokens}`);
    text.push(`## Tick ${t + 1}: ${told.join(", ")}`, "");
    text.push("| window | part | share | need | allotted | used | shown | cut | boundary |");
    text.push("|---:|---|---:|---:|---:|---:|---:|---:|---|");
    let smaller: readonly Place[] | undefined;
    const all = candidatesOf(needs);
    for (const window of [1_024, 8_192, 32_768]) {
      const made = assemble(window, defaultSettings.shares, all, headings, cutLines.get(window), smaller);
      cutLines.set(window, made.lines);
      smaller = made.lines;
      text.push(...rows(window, made.snapshot.sections, all));
      const { cap, tokens, overBudget } = made.snapshot;
      text.push(row(window, `**whole**${overBudget ? ", over budget" : ""}`, "", "", `cap ${cap}`, tokens, "", "", ""));
    }
    text.push("");
  }
  return text.join("\n");
}

function rows(window: number, sections: readonly Section[], { history }: Candidates): string[] {
  return sections.flatMap((section) => {
    const { name, share, need, allotted, tokens, items, trimmed } = section;
    const own = row(window, name, share, need, allotted, tokens, items.length, trimmed.items, trimmed.boundary ?? "");
    if (name !== "HISTORY") return [own];
    const shown = new Set(items.map(({ refs }) => refs[0]));
    const needs = history.map((shelf) => shelf.reduce((sum, line) => sum + line.tokens, 0)) as [number, number, number];
    const allotments = allotShelves(Math.max(0, allotted - headings.history.tokens), needs);
    const shelves = history.map((shelf, n) => {
      const [on, off] = [shelf.filter(({ ref }) => shown.has(ref)), shelf.filter(({ ref }) => !shown.has(ref))];
      const used = on.reduce((sum, line) => sum + line.tokens, 0);
      const label = ["· recent", "· days", "· older"][n] as string;
      return row(
        window,
        label,
        "",
        needs[n] as number,
        allotments[n] as number,
        used,
        on.length,
        off.length,
        off[0]?.ref ?? "",
      );
    });
    return [own, ...shelves];
  });
}

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

for (const example of examples) {
  test(`${example.file}: ${example.about}`, () => {
    const file = new URL(`../../../test/golden/budget/${example.file}.md`, import.meta.url);
    const made = render(example);
    if (process.env.HEARTBEAT_UPDATE === "1") writeFileSync(file, made);
    assert.equal(made, readFileSync(file, "utf8"), "`npm run test:update` writes it anew");
  });
}

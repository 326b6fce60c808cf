// What must hold of every snapshot of an arbitrary day: its tokens are those of its text and fit the cap, each line stands in
// its order with its rule, and drift is what its definition says of the lines. Texts of all kinds, real counts.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fold } from "../../src/pipeline/fold.js";
import type { Section, Snapshot, WindowSnapshot } from "../../src/pipeline/snapshot.js";
import { emptyState } from "../../src/pipeline/state.js";
import { createStep } from "../../src/pipeline/step.js";
import { loadCount } from "../../src/pipeline/tokens.js";
import { days, digestsOf, type Event, fewTexts, framesOf, tickOf } from "./arbitrary-day.js";
import { nastyText } from "./nasty-text.js";

const count = await loadCount("o200k_base");
const step = createStep(count);
const texts = fc.oneof({ weight: 2, arbitrary: fewTexts }, nastyText);
const intentions = fc
  .array(texts, { maxLength: 4 })
  .map((list) => list.map((text) => `- ${text.replace(/\s/g, " ")}\n`).join(""));

interface Made {
  readonly instant: number;
  readonly snapshot: Snapshot;
  readonly before: Snapshot | undefined;
}

function run(events: readonly Event[], windows: readonly number[], of: string): Made[] {
  const frames = framesOf(events);
  const made: Made[] = [];
  let state = emptyState();
  for (const event of events) {
    const frame = frames.get(event);
    if (frame !== undefined) state = fold(state, digestsOf([frame]));
    if (event.type !== "tick") continue;
    const tick = tickOf(event.instant, made.length + 1, { windows }, of);
    const stepped = step(state, tick);
    state = stepped.state;
    made.push({ instant: event.instant, snapshot: stepped.snapshot, before: made.at(-1)?.snapshot });
  }
  return made;
}

function property(about: string, holds: (window: WindowSnapshot, made: Made) => void): void {
  test(about, () => {
    fc.assert(
      fc.property(days(texts, 25), intentions, fc.constantFrom([1_024], [1_024, 2_048]), (events, of, windows) => {
        for (const made of run(events, windows, of)) for (const window of made.snapshot.windows) holds(window, made);
      }),
      { numRuns: 12 },
    );
  });
}

property("tokens are those of the text, at most the cap", ({ text, tokens, cap, overBudget }) => {
  assert.equal(count(text), tokens);
  assert.ok(tokens <= cap || overBudget);
});

property("every line begins with `- ` or `# `, ends with one newline, and none is blank", ({ text }) => {
  assert.ok(text.endsWith("\n"));
  assert.doesNotMatch(text, /[\r\v\f\u0085\u2028\u2029]/);
  for (const line of text.slice(0, -1).split("\n")) assert.match(line, /^[-#] \S/u);
});

property("the text is its headings and items, in order", ({ text, sections }, { instant }) => {
  const now = `# NOW ${/# NOW (.*)/.exec(text)?.[1]}\n`;
  const headed = sections.map(({ name, items }) => {
    const heading = name === "NOW" ? (text.includes("# NOW ") ? now : "") : items.length > 0 ? `# ${name}\n` : "";
    return heading + items.map((item) => item.text).join("");
  });
  assert.equal(headed.join(""), text);
  assert.ok(text.indexOf(new Date(instant).toISOString().slice(11, 16)) >= 0 || !text.includes("# NOW "));
});

property("lines stand in the order of their section", ({ sections }) => {
  const group = { "now.interval": 0, "now.state": 1, "now.recent": 2 } as Readonly<Record<string, number>>;
  for (const { name, items } of sections) {
    if (name === "INTENTION") continue;
    for (const [n, item] of items.entries()) {
      const next = items[n + 1];
      if (next === undefined) continue;
      const [a, b] = [group[item.rule] ?? 0, group[next.rule] ?? 0];
      const ends = name === "PROJECTION" ? [item.from, next.from] : [item.until, next.until];
      const [end, nextEnd] = ends.map((time) => Date.parse(time ?? ""));
      const inOrder = a < b || (a === b && (item.rule === "now.state" || (end as number) <= (nextEnd as number)));
      assert.ok(inOrder, `${name}: ${item.text}${next.text}`);
    }
  }
});

property("each line stands where its rule says, as the tick sees it", ({ sections }, { instant }) => {
  const place = {
    "projection.future": "PROJECTION",
    "history.past": "HISTORY",
    "intention.file": "INTENTION",
  } as Readonly<Record<string, string>>;
  for (const { name, items } of sections) {
    for (const { rule, from, until } of items) {
      assert.equal(place[rule] ?? "NOW", name);
      if (rule === "projection.future") assert.ok(Date.parse(from ?? "") > instant);
      if (rule === "now.interval") assert.ok(Date.parse(from ?? "") <= instant && instant < Date.parse(until ?? ""));
      if (rule === "now.recent") assert.ok(Date.parse(until ?? "") <= instant);
    }
  }
});

property("no pulse is told twice", ({ sections }) => {
  const refs = sections.flatMap(({ items }) => items.flatMap((item) => item.refs)).filter((ref) => /^p\d+$/.test(ref));
  assert.equal(new Set(refs).size, refs.length);
});

property("drift is what its definition says of the lines of both", (window, { before }) => {
  const last = before?.windows.find((w) => w.window === window.window);
  const { drift } = window;
  const tokensOf = (sections: readonly Section[] | undefined) =>
    (sections ?? []).map(({ items }) => items.reduce((sum, item) => sum + item.tokens, 0));
  const [was, is] = [tokensOf(last?.sections), tokensOf(window.sections)];
  for (const [n, { added, removed, kept }] of drift.sections.entries()) {
    assert.equal(added + kept, is[n]);
    assert.equal(removed + kept, was[n] ?? 0);
    assert.equal(kept, keptTokens(last?.sections[n], window.sections[n] as Section));
  }
  const total = [...was, ...is].reduce((sum, n) => sum + n, 0);
  assert.equal(drift.ratio, total === 0 ? 0 : 1 - (2 * drift.kept) / total);
  assert.equal(
    drift.kept,
    drift.sections.reduce((sum, { kept }) => sum + kept, 0),
  );
  assert.equal(drift.prefixTokens, count(commonLines(last?.text ?? "", window.text)));
});

function keptTokens(before: Section | undefined, after: Section): number {
  const left = (before?.items ?? []).map(({ text }) => text);
  let kept = 0;
  for (const { text, tokens } of after.items) {
    const n = left.indexOf(text);
    if (n < 0) continue;
    left.splice(n, 1);
    kept += tokens;
  }
  return kept;
}

function commonLines(a: string, b: string): string {
  const [of, to] = [a.split("\n"), b.split("\n")];
  let n = 0;
  while (n < to.length - 1 && of[n] === to[n]) n++;
  return to
    .slice(0, n)
    .map((line) => `${line}\n`)
    .join("");
}

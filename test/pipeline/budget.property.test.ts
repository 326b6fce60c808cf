// What must hold of budget and trim for every input, as the specification says it: needs of any size, several windows in
// one tick, over several ticks, so that the cut lines are where ticks have left them.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Assembled, assemble, type Headings } from "../../src/pipeline/assemble.js";
import { capOf } from "../../src/pipeline/budget.js";
import { type Candidate, type Candidates, inText } from "../../src/pipeline/candidates.js";
import { byRank, type Place } from "../../src/pipeline/score.js";
import { isShown } from "../../src/pipeline/shelves.js";
import type { Section, SectionName } from "../../src/pipeline/snapshot.js";
import { defaultSettings } from "./recorded.js";

type Shares = typeof defaultSettings.shares;

const headings: Headings = {
  intention: { text: "# INTENTION\n", tokens: 4 },
  history: { text: "# HISTORY\n", tokens: 4 },
  projection: { text: "# PROJECTION\n", tokens: 5 },
  now: { text: "# NOW Fri 13 Mar 2026 10:56 UTC\n", tokens: 16 },
};

const tokens = fc.oneof(fc.integer({ min: 6, max: 40 }), fc.integer({ min: 6, max: 200 }));
/** Of the lines of a section: few, or more than fit. */
const sizes = (most: number) => fc.oneof(fc.array(tokens, { maxLength: 8 }), fc.array(tokens, { maxLength: most }));
const intentions = fc.oneof(
  fc.array(tokens, { maxLength: 6 }),
  fc.array(fc.integer({ min: 100, max: 1_500 }), { maxLength: 6 }),
);
const scores = fc.integer({ min: 0, max: 1_000_000 });

function line(ref: number, size: number, score: number, group = 0): Candidate {
  const shown = { text: `- p${ref}\n`, refs: [`p${ref}`], tokens: size, rule: "now.recent", importance: 0.5 } as const;
  return { place: { score, end: score, ref }, tokens: size, ref: `p${ref}`, show: () => shown, group, at: score };
}

const ranked = (shelf: readonly (readonly [number, number])[], base: number): Candidate[] =>
  shelf.map(([size, score], n) => line(base + n, size, score)).sort((a, b) => byRank(a.place, b.place));

const shelf = fc.array(fc.tuple(tokens, scores), { maxLength: 60 });
const needs: fc.Arbitrary<Candidates> = fc
  .record({ intention: intentions, shelves: fc.tuple(shelf, shelf, shelf), projection: sizes(60), now: sizes(60) })
  .map(({ intention, shelves, projection, now }) => ({
    intention: intention.map((size, n) => line(n, size, 0)),
    history: shelves.map((items, n) => ranked(items, 1_000 * (n + 1))),
    projection: projection.map((size, n) => line(5_000 + n, size, n)),
    now: now.map((size, n) => line(6_000 + n, size, -n)),
  }));

/** As days are: a few more lines at each tick, so that the lines of windows stand where several ticks have left them. */
const growth = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 12 });
const growing: fc.Arbitrary<readonly Candidates[]> = fc
  .tuple(needs, fc.integer({ min: 6, max: 60 }), fc.integer({ min: 0, max: 40 }), growth)
  .map(([first, size, start, steps]) => {
    let count = start;
    return steps.map((more) => {
      count += more;
      const recent = Array.from({ length: count }, (_, n): readonly [number, number] => [size, 1_000 + n]);
      return { ...first, history: [ranked(recent, 1_000), ...first.history.slice(1)] };
    });
  });
const ticksOfADay = fc.oneof(fc.array(needs, { minLength: 1, maxLength: 4 }), growing);

const windows = fc
  .uniqueArray(fc.constantFrom(1_024, 1_050, 1_100, 1_500, 2_048, 4_096, 8_192), { minLength: 1, maxLength: 3 })
  .map((list) => list.sort((a, b) => a - b));
const share = fc.integer({ min: 1, max: 400 });
const shares: fc.Arbitrary<Shares> = fc.oneof(
  fc.constant(defaultSettings.shares),
  fc.record({ intention: share, now: share, history: share, projection: share }),
);

interface Made {
  readonly candidates: Candidates;
  readonly before: readonly Place[] | undefined;
  readonly of: Assembled;
}

/** Every window of every tick, ascending within a tick. */
function assembleAll(ticks: readonly Candidates[], sizesOfWindows: readonly number[], of: Shares): Made[][] {
  const lines = new Map<number, readonly Place[]>();
  return ticks.map((candidates) => {
    let smaller: readonly Place[] | undefined;
    return sizesOfWindows.map((window) => {
      const before = lines.get(window);
      const made = assemble(window, of, candidates, headings, before, smaller);
      lines.set(window, made.lines);
      smaller = made.lines;
      return { candidates, before, of: made };
    });
  });
}

function section({ of }: Made, name: SectionName): Section {
  return of.snapshot.sections.find((s) => s.name === name) as Section;
}

function property(about: string, holds: (made: Made, sameTick: readonly Made[]) => void): void {
  test(about, () => {
    fc.assert(
      fc.property(ticksOfADay, windows, shares, (ticks, sizesOfWindows, of) => {
        for (const tick of assembleAll(ticks, sizesOfWindows, of)) for (const made of tick) holds(made, tick);
      }),
      { numRuns: 60 },
    );
  });
}

const names: readonly SectionName[] = ["INTENTION", "HISTORY", "PROJECTION", "NOW"];
const isWhole = (s: Section) => s.trimmed.items === 0;

property("the allotments are at most the cap, or INTENTION's need", (made) => {
  const sum = names.reduce((total, name) => total + section(made, name).allotted, 0);
  assert.ok(sum <= Math.max(made.of.snapshot.cap, section(made, "INTENTION").allotted));
});

property("no section uses more than it is allotted, and the whole no more than the cap", (made) => {
  const { cap, tokens: used, overBudget, sections } = made.of.snapshot;
  for (const s of sections) assert.ok(s.tokens <= s.allotted, s.name);
  assert.equal(
    used,
    sections.reduce((total, s) => total + s.tokens, 0),
  );
  assert.ok(used <= cap || overBudget);
});

property("NOW loses no item while one of HISTORY or PROJECTION is shown", (made) => {
  const others = section(made, "HISTORY").items.length + section(made, "PROJECTION").items.length;
  assert.ok(others === 0 || isWhole(section(made, "NOW")));
});

property("HISTORY is allotted less than min(need, share) only when PROJECTION is allotted nothing", (made) => {
  const history = section(made, "HISTORY");
  assert.ok(history.allotted >= Math.min(history.need, history.share) || section(made, "PROJECTION").allotted === 0);
});

property("INTENTION is always whole; larger than the cap it stands alone and is said to be", (made) => {
  const intention = section(made, "INTENTION");
  const { overBudget, cap, tokens: used } = made.of.snapshot;
  assert.deepEqual(
    intention.items,
    made.candidates.intention.map(({ show }) => show()),
  );
  assert.equal(intention.tokens, intention.need);
  assert.equal(overBudget, intention.need > cap);
  if (overBudget) assert.equal(used, intention.need);
});

property("a larger window is never allotted less of a section, nor shows fewer items of it", (made, tick) => {
  const larger = tick[tick.indexOf(made) + 1];
  if (larger === undefined) return;
  for (const name of names) {
    assert.ok(section(larger, name).allotted >= section(made, name).allotted, `${name} allotted`);
    const shown = new Set(section(larger, name).items.map(({ refs }) => refs[0]));
    for (const { refs } of section(made, name).items) assert.ok(shown.has(refs[0]), `${name} ${refs[0]}`);
  }
});

property("PROJECTION and NOW show the longest run that fits, best first", (made) => {
  for (const [name, all, heading] of [
    ["PROJECTION", made.candidates.projection, headings.projection.tokens],
    ["NOW", made.candidates.now, headings.now.tokens],
  ] as const) {
    const { items, allotted } = section(made, name);
    const run = all.slice(0, items.length);
    assert.deepEqual(
      [...run].sort(inText).map(({ show }) => show()),
      items,
    );
    const next = all[items.length];
    const needed = run.reduce((sum, candidate) => sum + candidate.tokens, heading + (next?.tokens ?? 0));
    assert.ok(next === undefined || needed > allotted, `${name} could show one more`);
  }
});

property("what is shown and what was trimmed are all there is", (made) => {
  const all = made.candidates;
  const counts: Record<SectionName, number> = {
    INTENTION: all.intention.length,
    HISTORY: all.history.flat().length,
    PROJECTION: all.projection.length,
    NOW: all.now.length,
  };
  for (const s of made.of.snapshot.sections) {
    assert.equal(s.items.length + s.trimmed.items, counts[s.name]);
    const heading = s.need - s.trimmed.tokens - s.items.reduce((sum, item) => sum + item.tokens, 0);
    const expected = { INTENTION: 4, HISTORY: 4, PROJECTION: 5, NOW: 16 }[s.name];
    assert.equal(heading, counts[s.name] > 0 || s.name === "NOW" ? expected : 0, s.name);
    assert.equal(s.trimmed.boundary === null, s.trimmed.items === 0);
  }
});

property("each shelf shows what is at or above its line, within HISTORY's allotment", (made) => {
  const shown = new Set(section(made, "HISTORY").items.map(({ refs }) => refs[0]));
  for (const [n, items] of made.candidates.history.entries()) {
    for (const { place, ref } of items) assert.equal(shown.has(ref), isShown(place, made.of.lines[n] as Place));
  }
});

property("an empty section has no heading, except NOW", (made) => {
  const { text, overBudget } = made.of.snapshot;
  for (const [name, heading] of [
    ["INTENTION", "# INTENTION"],
    ["HISTORY", "# HISTORY"],
    ["PROJECTION", "# PROJECTION"],
  ] as const) {
    assert.equal(text.includes(`${heading}\n`), section(made, name).items.length > 0);
  }
  const fits = section(made, "NOW").allotted >= headings.now.tokens;
  assert.equal(text.includes("# NOW "), fits && !overBudget);
});

test("the cap of every window leaves a fifth of it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_024, max: 1_048_576 }), (window) => {
      assert.ok(capOf(window) * 5 <= window * 4 && (capOf(window) + 1) * 5 > window * 4);
    }),
  );
});

test("INTENTION as large as the cap is not over budget, one token more is", () => {
  const cap = capOf(1_024);
  for (const [more, overBudget] of [
    [0, false],
    [1, true],
  ] as const) {
    const candidates = { intention: [line(1, cap - 4 + more, 0)], history: [[], [], []], projection: [], now: [] };
    const { snapshot } = assemble(1_024, defaultSettings.shares, candidates, headings, undefined, undefined);
    assert.deepEqual([snapshot.overBudget, snapshot.tokens], [overBudget, cap + more]);
  }
});

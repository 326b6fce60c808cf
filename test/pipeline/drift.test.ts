// Drift: by whole line within a section, headings apart; tokens added, removed and kept, ratio and common prefix.

import assert from "node:assert/strict";
import { test } from "node:test";
import { driftOf } from "../../src/pipeline/drift.js";
import type { LastShown } from "../../src/pipeline/state.js";
import { Timeline } from "./timeline.js";

/** Lines named by a letter, of as many tokens as its place in the alphabet; headings have 100. */
function shown(
  intention: string,
  history: string,
  projection: string,
  now: string,
  time = "10:48",
): Omit<LastShown, "ordinal"> {
  const sections = [intention, history, projection, now].map((letters) =>
    [...letters].map((text) => ({ text, tokens: text.charCodeAt(0) - 96 })),
  );
  const headings = ["# I", "# H", "# P", `# NOW ${time}`].map((text, i) =>
    sections[i]?.length || i === 3 ? { text, tokens: 100 } : null,
  );
  return { headings, sections };
}

const before = { ordinal: 7, ...shown("a", "bc", "d", "e") };

test("the same again: nothing but the heading of NOW may differ", () => {
  const drift = driftOf(before, shown("a", "bc", "d", "e", "10:56"));
  assert.deepEqual(drift, {
    since: 7,
    added: 0,
    removed: 0,
    kept: 15,
    ratio: 0,
    prefixTokens: 100 + 1 + 100 + 5 + 100 + 4,
    sections: [
      { added: 0, removed: 0, kept: 1 },
      { added: 0, removed: 0, kept: 5 },
      { added: 0, removed: 0, kept: 4 },
      { added: 0, removed: 0, kept: 5 },
    ],
  });
});

test("a line that goes and one that comes", () => {
  const { added, removed, kept, ratio, sections } = driftOf(before, shown("a", "cf", "d", "e"));
  assert.deepEqual({ added, removed, kept }, { added: 6, removed: 2, kept: 13 });
  assert.deepEqual(sections[1], { added: 6, removed: 2, kept: 3 });
  assert.equal(ratio, 1 - (2 * 13) / (15 + 19));
});

test("a line that goes to another section is removed there and added here", () => {
  const { added, removed, kept } = driftOf(before, shown("a", "bc", "", "ed"));
  assert.deepEqual({ added, removed, kept }, { added: 4, removed: 4, kept: 11 });
});

test("two equal lines are two", () => {
  const { added, removed, kept } = driftOf({ ordinal: 1, ...shown("", "cc", "", "") }, shown("", "c", "", "cc"));
  assert.deepEqual({ added, removed, kept }, { added: 6, removed: 3, kept: 3 });
});

test("the order of lines does not matter but for the prefix", () => {
  const drift = driftOf(before, shown("a", "cb", "d", "e"));
  assert.deepEqual([drift.ratio, drift.prefixTokens], [0, 100 + 1 + 100]);
});

test("the first of all has none before it", () => {
  const { since, added, removed, kept, ratio, prefixTokens } = driftOf(undefined, shown("a", "", "", "e"));
  assert.deepEqual(
    { since, added, removed, kept, ratio, prefixTokens },
    { since: null, added: 6, removed: 0, kept: 0, ratio: 1, prefixTokens: 0 },
  );
});

test("both empty: ratio 0", () => {
  assert.equal(driftOf({ ordinal: 1, ...shown("", "", "", "") }, shown("", "", "", "")).ratio, 0);
});

test("counted by another tokenizer than the one before, what stays is still kept and nothing is negative", () => {
  const other = (shownLines: Omit<LastShown, "ordinal">) => ({
    ...shownLines,
    sections: shownLines.sections.map((lines) => lines.map(({ text, tokens }) => ({ text, tokens: tokens * 3 }))),
  });
  const { added, removed, kept, ratio } = driftOf(before, other(shown("a", "bc", "d", "e")));
  assert.deepEqual({ added, removed, kept, ratio }, { added: 0, removed: 0, kept: 45, ratio: 0 });
});

test("each window against its own last, and a new one against none", () => {
  const timeline = new Timeline({ windows: [1_024, 8_192] });
  timeline.say("10:44", "ran it");
  timeline.tick("10:48");
  assert.deepEqual(
    timeline.tick("10:49").windows.map(({ drift }) => [drift.since, drift.kept]),
    [
      [1, 5],
      [1, 5],
    ],
  );
});

// A beat as rows of a terminal: bars, figures, and which lines give way where there is no room.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dayFrame, dayLine } from "../../src/cli/day-frame.js";
import type { WindowSnapshot } from "../../src/pipeline/snapshot.js";

const past = Array.from({ length: 20 }, (_, i) => `- b${i + 1} something`);
const text = ["# INTENTION", "- ship", "# HISTORY", ...past, "# NOW 10:00", "- p1 writing"]
  .map((l) => `${l}\n`)
  .join("");
const snapshot = {
  window: 1_024,
  cap: 800,
  tokens: 600,
  overBudget: false,
  sections: [
    ["INTENTION", 10, 10, 0],
    ["HISTORY", 400, 900, 31],
    ["PROJECTION", 0, 0, 0],
    ["NOW", 190, 190, 0],
  ].map(([name, tokens, need, items]) => ({
    name,
    tokens,
    need,
    trimmed: { items, tokens: 0, boundary: items === 0 ? null : "b7" },
  })),
  drift: { since: 1, added: 5, removed: 3, kept: 590, ratio: 0.123, prefixTokens: 400, sections: [] },
  text,
} as unknown as WindowSnapshot;

test("each section is a bar of its part of the cap, with what it needs and what was trimmed", () => {
  const rows = dayFrame(snapshot, "title", { width: 80, height: Infinity, color: false });
  assert.equal(rows[0], "title");
  assert.equal(rows[3], "HISTORY     █████████████·············    400 of    900, 31 trimmed from b7");
  assert.equal(rows[4], "PROJECTION  ··························      0 of      0, nothing trimmed");
  assert.equal(rows[6], "600 of 800 tokens · drift 12 %: +5 −3, 590 kept, the first 400 unchanged");
  assert.deepEqual(rows.slice(8), text.trimEnd().split("\n"));
});

test("where there is no room the oldest of HISTORY give way, then what stands above NOW", () => {
  const height = (rows: number) => dayFrame(snapshot, "title", { width: 80, height: 8 + rows, color: false }).slice(8);
  assert.deepEqual(height(9), [
    "# INTENTION",
    "- ship",
    "# HISTORY",
    "  … 17 older lines",
    ...past.slice(17),
    "# NOW 10:00",
    "- p1 writing",
  ]);
  assert.deepEqual(height(3), ["  … 20 older lines", "# NOW 10:00", "- p1 writing"]);
});

test("long lines end in …, colors only where they are wanted", () => {
  const rows = dayFrame(snapshot, "t".repeat(99), { width: 60, height: 40, color: false });
  assert.equal(rows[0], `${"t".repeat(59)}…`);
  assert.ok(rows.every((row) => [...row].length <= 60));
  const colored = dayFrame(snapshot, "t", { width: 80, height: 40, color: true });
  assert.ok(colored.some((row) => row.includes("\x1b[34m# HISTORY\x1b[0m")));
});

test("a beat in one line", () => {
  assert.equal(dayLine(snapshot, "10:00"), "10:00  INTENTION 10  HISTORY 400 (−31)  PROJECTION 0  NOW 190  drift 12 %");
});

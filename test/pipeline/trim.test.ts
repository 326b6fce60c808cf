// Trimming: the longest run that fits, best first, a rest not passed on; and of the windows a larger one shows at least what
// a smaller one does.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Candidate } from "../../src/pipeline/candidates.js";
import { cutHistory, longestRun } from "../../src/pipeline/trim.js";

function lines(...tokens: readonly number[]): readonly Candidate[] {
  return tokens.map((size, n) => ({
    place: { score: 1_000 - n, end: 0, ref: n },
    tokens: size,
    ref: `p${n}`,
    show: () => ({ text: "", refs: [], tokens: size, rule: "now.recent", importance: 1 }),
    group: 0,
    at: n,
  }));
}

const table: readonly (readonly [about: string, sizes: readonly number[], tokens: number, shown: number])[] = [
  ["all fit", [10, 20, 30], 60, 3],
  ["one token too few", [10, 20, 30], 59, 2],
  ["it stops at the first that does not fit, though a later one would", [10, 60, 5], 20, 1],
  ["the first does not fit", [30, 5], 20, 0],
  ["nothing is allotted", [10], 0, 0],
  ["less than nothing: not even the heading fits", [10], -5, 0],
  ["nothing there", [], -5, 0],
];

for (const [about, sizes, tokens, shown] of table) {
  test(about, () => assert.equal(longestRun(lines(...sizes), tokens).length, shown));
}

test("a larger window's line is never above a smaller one's", () => {
  const recent = lines(...Array<number>(20).fill(10));
  const at = (n: number) => ({ score: 1_000 - n, end: 0, ref: n });
  const own = [at(9), at(0), at(0)];
  const below = [at(11), at(0), at(0)];
  assert.equal(cutHistory([recent, [], []], 136, own, undefined).shown.length, 10);
  const cut = cutHistory([recent, [], []], 136, own, below);
  assert.equal(cut.shown.length, 12);
  assert.deepEqual(cut.lines[0], at(11));
});

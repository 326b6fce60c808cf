// The rank of an item is importance · 2^(−age / half-life), told by a table so that it never changes with time.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { byRank, maxHalfLifeMs, scoreOf } from "../../src/pipeline/score.js";

const hour = 3_600_000;
const end = Date.UTC(2026, 2, 13, 10);

test("the table is round(2^20 · log2(i/100)) for each hundredth", () => {
  for (let i = 1; i <= 100; i++) {
    // With a half-life of 2^20 ms the score is the table's value.
    assert.equal(scoreOf(0, i, 1_048_576), Math.round(1_048_576 * Math.log2(i / 100)), `importance ${i}`);
  }
});

const table: readonly (readonly [about: string, importance: number, hours: number])[] = [
  ["1 ranks by its end", 100, 0],
  ["0.5 ranks as one that is a half-life older", 50, 96],
  ["0.25 as one that is two older", 25, 192],
];

for (const [about, importance, hours] of table) {
  test(about, () => assert.equal(scoreOf(end, importance, 96 * hour), end - hours * hour));
}

test("importance 0 counts as 0.01", () => {
  assert.equal(scoreOf(end, 0, 96 * hour), scoreOf(end, 1, 96 * hour));
});

test("the product stays an exact integer up to the largest half-life", () => {
  assert.ok(Number.isSafeInteger(maxHalfLifeMs * 6_966_588));
  assert.ok(Number.isSafeInteger(scoreOf(end, 1, maxHalfLifeMs)));
});

test("at equal importance what ended last ranks first, whatever the half-life", () => {
  const importances = fc.integer({ min: 0, max: 100 });
  const halfLives = fc.integer({ min: hour, max: maxHalfLifeMs });
  fc.assert(
    fc.property(fc.nat(), fc.nat(), importances, halfLives, (a, b, importance, halfLife) => {
      const place = (e: number) => ({ score: scoreOf(e, importance, halfLife), end: e, ref: 1 });
      assert.equal(Math.sign(byRank(place(a), place(b))), Math.sign(b - a));
    }),
  );
});

test("ties go by end, then by the greater ref", () => {
  const place = (score: number, e: number, ref: number) => ({ score, end: e, ref });
  const order = [place(2, 1, 1), place(1, 3, 1), place(1, 2, 9), place(1, 2, 8)];
  assert.deepEqual([...order].reverse().sort(byRank), order);
});

// The allotment formula, worked by hand. cap 1000, shares INTENTION 125, NOW 375, HISTORY 312, PROJECTION 187.

import assert from "node:assert/strict";
import { test } from "node:test";
import { allot, type Sections } from "../../src/pipeline/budget.js";

const share: Sections<number> = { intention: 125, now: 375, history: 312, projection: 187 };

/** INTENTION, NOW, HISTORY, PROJECTION. */
type Four = readonly [number, number, number, number];

const table: readonly (readonly [about: string, need: Four, allotted: Four])[] = [
  ["nothing is needed", [0, 8, 0, 0], [0, 8, 0, 0]],
  ["all fits: each has what it needs", [100, 300, 300, 150], [100, 300, 300, 150]],
  ["all fits to the token", [100, 400, 300, 200], [100, 400, 300, 200]],
  // R = 1000 − 100 − 300 = 600; aH = min(900, max(312, 600 − 150)) = 450; aP = 150
  ["HISTORY takes what PROJECTION leaves of its share", [100, 300, 900, 150], [100, 300, 450, 150]],
  // aH = min(200, max(312, 600 − 187)) = 200; aP = min(900, 400)
  ["PROJECTION takes what HISTORY leaves", [100, 300, 200, 900], [100, 300, 200, 400]],
  // aH = min(900, max(312, 600 − 187)) = 413; aP = 187
  ["both want more: PROJECTION is cut to its share, HISTORY has the rest", [100, 300, 900, 900], [100, 300, 413, 187]],
  // R = 1000 − 100 − 500 = 400; aH = max(312, 400 − 187) = 312; aP = 88
  ["NOW takes more than its share: PROJECTION gives first", [100, 500, 900, 900], [100, 500, 312, 88]],
  // R = 300; aH = max(min(312, 300), 113) = 300
  ["then PROJECTION has nothing and HISTORY gives", [100, 600, 900, 900], [100, 600, 300, 0]],
  ["then HISTORY has nothing", [100, 900, 900, 900], [100, 900, 0, 0]],
  ["NOW is trimmed last", [100, 2_000, 900, 900], [100, 900, 0, 0]],
  ["INTENTION above its share is whole; the others share the rest", [800, 150, 40, 90], [800, 150, 40, 10]],
  ["INTENTION as large as the cap stands alone", [1_000, 8, 5, 5], [1_000, 0, 0, 0]],
  ["INTENTION larger than the cap is allotted all of it", [1_500, 8, 5, 5], [1_500, 0, 0, 0]],
  ["HISTORY needs less than its share", [0, 900, 90, 500], [0, 900, 90, 10]],
];

for (const [about, [intention, now, history, projection], [aI, aN, aH, aP]] of table) {
  test(about, () => {
    const allotted = allot(1_000, { intention, now, history, projection }, share);
    assert.deepEqual(allotted, { intention: aI, now: aN, history: aH, projection: aP });
  });
}

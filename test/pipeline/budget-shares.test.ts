// The cap is four fifths of a window, and the nominal shares are whole per-mille parts of it, rounded down.

import assert from "node:assert/strict";
import { test } from "node:test";
import { capOf, sharesOf } from "../../src/pipeline/budget.js";
import { defaultSettings } from "./recorded.js";

const caps: Readonly<Record<number, number>> = { 1024: 819, 4096: 3276, 8192: 6553, 32768: 26214, 131072: 104857 };

for (const [window, cap] of Object.entries(caps)) {
  test(`cap of ${window}: ${cap}`, () => assert.equal(capOf(Number(window)), cap));
}

test("10, 30, 25 and 15 % of the window are 1/8, 3/8, 5/16 and 3/16 of the cap", () => {
  // 6553 · 100/800 = 819.1, · 300/800 = 2457.4, · 250/800 = 2047.8, · 150/800 = 1228.7
  assert.deepEqual(sharesOf(6_553, defaultSettings.shares), {
    intention: 819,
    now: 2_457,
    history: 2_047,
    projection: 1_228,
  });
});

test("other shares are parts of their own sum", () => {
  const shares = sharesOf(1_000, { intention: 1, now: 1, history: 1, projection: 4 });
  assert.deepEqual(shares, { intention: 142, now: 142, history: 142, projection: 571 });
});

// What each shelf of HISTORY is allotted, worked by hand: half to the recent, a quarter to days and to older each;
// days and older take what the other leaves of its quarter, recent takes the rest.

import assert from "node:assert/strict";
import { test } from "node:test";
import { allotShelves } from "../../src/pipeline/shelves.js";

/** Recent, days, older. */
type Three = readonly [number, number, number];

const table: readonly (readonly [about: string, available: number, need: Three, allotted: Three])[] = [
  ["all fit: each has what it needs, above its part too", 403, [390, 10, 3], [390, 10, 3]],
  ["one token too much and 403 is rounded down to 400", 403, [390, 10, 4], [386, 10, 4]],
  ["all want more: 1/2, 1/4, 1/4", 400, [900, 900, 900], [200, 100, 100]],
  ["older leaves 70 of its quarter to days", 400, [900, 900, 30], [200, 170, 30]],
  ["days leave 60 of their quarter to older", 400, [900, 40, 900], [200, 40, 160]],
  ["days and older leave 150 to recent", 400, [900, 20, 30], [350, 20, 30]],
  ["recent needs little: what it leaves is not passed on", 400, [10, 900, 900], [10, 100, 100]],
  ["only older", 400, [0, 0, 900], [0, 0, 200]],
  ["3 tokens are none", 3, [5, 5, 5], [0, 0, 0]],
  ["none", 0, [5, 5, 5], [0, 0, 0]],
];

for (const [about, available, need, allotted] of table) {
  test(about, () => assert.deepEqual(allotShelves(available, [...need]), [...allotted]));
}

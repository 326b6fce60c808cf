// A shelf is cut along a line that moves only when it must: when what it shows needs more than the allotment, or less than
// 0.7 of it while more exist. Then it is set so that what it shows needs at most 0.85.

import assert from "node:assert/strict";
import { test } from "node:test";
import { aboveAll, belowAll, cutLine, isShown, lowerLine, type ShelfItem } from "../../src/pipeline/shelves.js";

/** Best first, each of `tokens`; the n-th has score 1000 − n. */
function shelf(...tokens: readonly number[]): readonly ShelfItem[] {
  return tokens.map((t, n) => ({ place: { score: 1_000 - n, end: 0, ref: n }, tokens: t }));
}

/** A line at the n-th item. */
const line = (n: number) => ({ score: 1_000 - n, end: 0, ref: n });
const tens = shelf(...Array<number>(20).fill(10));

const table = [
  { about: "a new one stands below everything while all fit", items: tens, from: belowAll, allotted: 200, shown: 20 },
  {
    about: "201 needed of 200: at most 170 are shown",
    items: shelf(11, ...Array<number>(19).fill(10)),
    from: belowAll,
    allotted: 200,
    shown: 16,
  },
  { about: "a line whose items fit stays", items: tens, from: line(9), allotted: 100, shown: 10 },
  { about: "one item too much: it is set to 0.85", items: tens, from: line(10), allotted: 100, shown: 8 },
  { about: "0.7 is not less than 0.7", items: tens, from: line(6), allotted: 100, shown: 7 },
  { about: "less than 0.7 while more exist: it is set to 0.85", items: tens, from: line(5), allotted: 100, shown: 8 },
  {
    about: "less than 0.7 and none more exist: it stays",
    items: shelf(10, 10),
    from: belowAll,
    allotted: 100,
    shown: 2,
  },
  {
    about: "less than 0.7 and all fit: it stands below everything",
    items: shelf(10, 10, 10),
    from: line(0),
    allotted: 100,
    shown: 3,
  },
  {
    about: "the best needs more than 0.85: none is shown",
    items: shelf(90, 5),
    from: belowAll,
    allotted: 94,
    shown: 0,
  },
  { about: "the best needs more than 0.85 but all fit", items: shelf(90), from: aboveAll, allotted: 90, shown: 1 },
  { about: "exactly 0.85", items: shelf(85, 30), from: belowAll, allotted: 100, shown: 1 },
  { about: "nothing is allotted", items: tens, from: line(3), allotted: 0, shown: 0 },
  { about: "nothing there", items: [], from: line(3), allotted: 0, shown: 0 },
] as const;

for (const { about, items, from, allotted, shown } of table) {
  test(about, () => {
    const now = cutLine(items, from, allotted);
    assert.equal(items.filter(({ place }) => isShown(place, now)).length, shown);
  });
}

test("what comes above a line that holds is shown, what comes below is not", () => {
  const at5 = cutLine(tens, line(7), 100);
  assert.deepEqual(at5, line(7));
  assert.ok(isShown({ score: 5_000, end: 0, ref: 99 }, at5));
  assert.ok(!isShown({ score: 500, end: 0, ref: 99 }, at5));
});

test("of two lines the lower shows more", () => {
  assert.deepEqual(lowerLine(line(3), line(7)), line(7));
  assert.deepEqual(lowerLine(line(7), line(3)), line(7));
  assert.deepEqual(lowerLine(belowAll, line(7)), belowAll);
});

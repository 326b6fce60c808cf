// What would hold the parser up: nesting beyond the eighth level of a line is one level, emphasis and brackets are
// text. An entry shows them as they were written.

import assert from "node:assert/strict";
import { test } from "node:test";
import { intentionEntries } from "../../src/pipeline/intentions.js";

const most = 32 * 1_024;
const bullets = (count: number): string => `${"- ".repeat(count)}x`;

test("levels within a line: eight are levels, more are one", () => {
  assert.deepEqual(intentionEntries(bullets(8)), ["x"]);
  assert.deepEqual(intentionEntries(bullets(9)), ["x"]);
  assert.deepEqual(intentionEntries(bullets((most - 1) / 2)), ["x"]);
  assert.deepEqual(intentionEntries("> ".repeat(most / 2 - 1) + "x"), ["x"]);
  assert.deepEqual(intentionEntries("> - ".repeat(most / 4 - 1) + "x"), ["x"]);
});

test("emphasis and links are kept as they were written", () => {
  for (const line of ["ship *the* parser", "read [the plan](plan.md)", "**a_ *b", "[ [ ["]) {
    assert.deepEqual(intentionEntries(line), [line]);
  }
});

test("a text that is all marks comes to an end", () => {
  for (const mark of ["*a_ ", "[", "[a](", "_", "*", "![", "](", "a*_"]) {
    const text = `x ${mark.repeat(Math.floor(most / mark.length) - 2)}`;
    assert.equal(intentionEntries(text).length, 1, mark);
  }
});

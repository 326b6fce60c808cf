// What only flickers in a title is the same saying; everything else is another one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { normalise } from "../../src/pipeline/normalise.js";

const same: readonly (readonly [string, string])[] = [
  ["⠋ Building heartbeat", "⠙ Building heartbeat"],
  ["Claude: ⠂ thinking", "Claude: ⠐ thinking"],
  ["| npm install", "/ npm install"],
  ["npm install -", "npm install \\"],
  ["● fold.ts", "fold.ts"],
  ["* fold.ts", "fold.ts"],
  ["Code: ● fold.ts", "Code: fold.ts"],
  ["Code: *fold.ts", "Code: fold.ts"],
  ["(3) Inbox", "(12) Inbox"],
  ["Inbox (3)", "Inbox"],
  ["copying 7 %", "copying 93 %"],
  ["copying 7%", "copying 12.5%"],
  ["Song 1:23", "Song 1:24"],
  ["at 10:46:07 in tmux", "at 10:46:08 in tmux"],
  ["a  b", "a b"],
];

const different: readonly (readonly [string, string])[] = [
  ["PR #12", "PR #13"],
  ["step 3 of 7", "step 4 of 7"],
  ["a/b", "a-b"],
  ["a | b", "a b c"],
  ["v1.2", "v1.3"],
  ["file:10:46", "file:10:47"],
  ["line10:46", "line10:47"],
  ["10:46pm", "10:47pm"],
  ["C* syntax", "C syntax"],
  ["this name is longer than thirty-one: ● x", "this name is longer than thirty-one: x"],
  ["a: b: ● x", "a: b: x"],
  ["(a)", "(b)"],
  ["x7 %", "x8 %"],
];

for (const [a, b] of same) test(`"${a}" says what "${b}" says`, () => assert.equal(normalise(a), normalise(b)));
for (const [a, b] of different) test(`"${a}" is not "${b}"`, () => assert.notEqual(normalise(a), normalise(b)));

test("a text of flicker alone says itself", () => {
  assert.equal(normalise("⠋"), "⠋");
  assert.equal(normalise("(3)"), "(3)");
});

test("long texts that differ only at their end differ", () => {
  const long = "x".repeat(5_000);
  assert.notEqual(normalise(`${long}a`), normalise(`${long}b`));
  assert.equal(normalise(`${long}a`), normalise(`${long}a`));
  assert.ok(normalise(long).length < 1_100);
});

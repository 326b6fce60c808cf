// Narration: what is past becomes sentences of HISTORY. Of a source and block the 4 best, of what came late the 32 best a
// source and tick; the rest is one "N more from SOURCE", with a ref to every pulse.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Beat } from "../../src/pipeline/beat.js";
import { sectionOf, Timeline } from "./timeline.js";

/** What tells sentences apart in these tests. */
const tell = ({ n, text, importance, count, refs }: Beat) => ({ n, text, importance, count, refs });

test("of a source and block the 4 best get a sentence: importance, active time, latest, then the greater ref", () => {
  const timeline = new Timeline();
  timeline.say("10:40", { text: "dull", importance: 10 });
  timeline.say("10:40", { text: "first of two" });
  timeline.say("10:40", { text: "second of two" });
  timeline.say("10:41", { text: "later" });
  timeline.say("10:40", { text: "active" });
  timeline.say("10:40:30", { text: "active" });
  timeline.say("10:40", { text: "important", importance: 90 });
  timeline.tick("11:04");
  assert.deepEqual(timeline.state.beats.map(tell), [
    { n: 1, text: "2 more from shell", importance: 1, count: 2, refs: ["p1..p2@shell"] },
    { n: 2, text: "second of two", importance: 50, count: 1, refs: ["p3"] },
    { n: 3, text: "important", importance: 90, count: 1, refs: ["p7"] },
    { n: 4, text: "active", importance: 50, count: 2, refs: ["p5", "p6"] },
    { n: 5, text: "later", importance: 50, count: 1, refs: ["p4"] },
  ]);
});

test("sources and blocks each have 4", () => {
  const timeline = new Timeline();
  for (const source of ["a", "b"]) {
    for (const minute of ["10:34", "10:44"])
      for (let n = 0; n < 5; n++) timeline.say(minute, { source, text: `${minute} ${n}` });
  }
  timeline.tick("11:04");
  assert.equal(timeline.state.beats.filter(({ more }) => !more).length, 16);
  assert.deepEqual(
    timeline.state.beats.filter(({ more }) => more).map(({ text, count }) => [text, count]),
    [
      ["1 more from a", 1],
      ["1 more from b", 1],
      ["1 more from a", 1],
      ["1 more from b", 1],
    ],
  );
});

test("a flood is one more, with those of its block that got no sentence", () => {
  const timeline = new Timeline();
  for (let n = 0; n < 40; n++) timeline.say("10:44", { source: "log", text: `line ${n}` });
  timeline.tick("11:04");
  assert.equal(timeline.state.beats.length, 5);
  const more = timeline.state.beats.find((beat) => beat.more);
  assert.deepEqual(more && tell(more), {
    n: 1,
    text: "36 more from log",
    importance: 1,
    count: 36,
    refs: ["p1..p36@log"],
  });
});

test("each pulse is told once", () => {
  const timeline = new Timeline();
  timeline.say("10:44", "ran it");
  for (const tick of ["10:48", "10:56", "11:04", "11:12"]) timeline.tick(tick);
  assert.deepEqual(
    timeline.state.beats.map(({ refs }) => refs),
    [["p1"]],
  );
});

test("a late pulse is told at the first tick that sees it, under its own time; 32 best, the rest one a day", () => {
  const timeline = new Timeline({ windows: [32_768] });
  timeline.tick("10:40");
  for (let n = 0; n < 40; n++)
    timeline.say("10:44", { source: "git", text: `old ${n}`, time: `2026-03-${n < 20 ? "10" : "11"}T09:${10 + n}` });
  const { items } = sectionOf(timeline.tick("10:48"), "HISTORY");
  assert.equal(items.length, 33);
  assert.equal(items[0]?.text, "- b1 Tue 10 Mar 09:17 8 more from git\n");
  assert.equal(items[1]?.text, "- b2 Tue 10 Mar 09:18 old 8\n");
  for (let n = 0; n < 40; n++)
    timeline.say("10:50", {
      source: "hg",
      text: `old ${n}`,
      importance: n % 20 === 0 ? 0 : 50,
      time: `2026-03-${n < 20 ? "10" : "11"}T09:${10 + n}`,
    });
  timeline.tick("10:56");
  const more = timeline.state.beats.filter((beat) => beat.more && beat.source === "hg");
  assert.deepEqual(
    more.map(({ text, from }) => [text, new Date(from).getUTCDate()]),
    [
      ["7 more from hg", 10],
      ["1 more from hg", 11],
    ],
  );
});

test("two blocks before that of the receipt is late, one is not", () => {
  const timeline = new Timeline();
  timeline.say("10:48", { text: "one before", time: "10:40" });
  timeline.say("10:48", { text: "two before", time: "10:39:59" });
  assert.deepEqual(timeline.lines("HISTORY", "10:48"), ["- b1 Fri 13 Mar 10:39 two before"]);
});

test("what came late but then lasted did not end late: it is one of its block's 4", () => {
  const timeline = new Timeline();
  for (let n = 0; n < 6; n++) {
    timeline.say("10:40", { key: `k${n}`, text: `state ${n}`, time: "08:00" });
    timeline.say("10:44", { key: `k${n}`, retract: true });
  }
  timeline.tick("11:04");
  assert.equal(timeline.state.beats.filter(({ more }) => !more).length, 4);
});

test("a beat from outside keeps the refs it was drawn from", () => {
  const timeline = new Timeline();
  timeline.say("10:44", {
    source: "agent",
    type: "beat",
    text: "fixed the parser",
    refs: ["p7", "p9"],
    category: "work",
  });
  const [item] = sectionOf(timeline.tick("10:48"), "HISTORY").items;
  assert.deepEqual(item?.refs, ["b1", "p7", "p9"]);
  assert.equal(timeline.state.beats[0]?.category, "work");
});

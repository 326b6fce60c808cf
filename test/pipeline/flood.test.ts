// A source that floods: of the lines that are neither a held state nor announced it keeps its 16 best a block, the rest are
// one item that ranks as its best hidden one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, sectionOf, Timeline } from "./timeline.js";

function flood(timeline: Timeline, n: number, importance: (i: number) => number = () => 50): void {
  for (let i = 0; i < n; i++)
    timeline.say(`10:4${i % 8}:00`, { source: "log", text: `line ${i}`, importance: importance(i) });
}

test("16 are all shown", () => {
  const timeline = new Timeline();
  flood(timeline, 16);
  assert.equal(timeline.lines("NOW", "10:48").length, 16);
});

test("of 40 the 16 best, and one line of the rest with count, span and range", () => {
  const timeline = new Timeline();
  flood(timeline, 40, (i) => (i < 16 ? 90 : 20));
  const { items } = sectionOf(timeline.tick("10:48"), "NOW");
  assert.equal(items.length, 17);
  const rest = items.find(({ text }) => text.includes("more"));
  assert.deepEqual(
    { ...rest, tokens: 0 },
    {
      text: "- p17..p40@log 10:40–10:47 24 more from log\n",
      refs: ["p17..p40@log"],
      tokens: 0,
      rule: "now.recent",
      importance: 0.2,
      from: "2026-03-13T10:40:00.000Z",
      until: "2026-03-13T10:47:00.000Z",
      count: 24,
    },
  );
});

test("each block of its own", () => {
  const timeline = new Timeline();
  for (let i = 0; i < 20; i++) timeline.say("10:44", { source: "log", text: `a ${i}` });
  for (let i = 0; i < 20; i++) timeline.say("10:49", { source: "log", text: `b ${i}` });
  const lines = timeline.lines("NOW", "10:50");
  assert.deepEqual(
    lines.filter((line) => line.includes("more")),
    ["- p1..p4@log 10:44 4 more from log", "- p21..p24@log 10:49 4 more from log"],
  );
});

test("held states and what is announced do not count", () => {
  const timeline = new Timeline();
  flood(timeline, 16);
  for (let i = 0; i < 20; i++) timeline.say("10:47", { source: "log", key: `k${i}`, text: `state ${i}` });
  for (let i = 0; i < 20; i++) timeline.say("10:47", { source: "log", text: `event ${i}`, time: "12:00" });
  const snapshot = timeline.tick("10:48");
  assert.equal(linesOf(snapshot, "NOW").length, 36);
  assert.equal(linesOf(snapshot, "PROJECTION").length, 20);
});

test("a pulse that says what a kept line says joins it", () => {
  const timeline = new Timeline();
  flood(timeline, 30, (i) => (i === 0 ? 90 : 50));
  timeline.say("10:47:30", { source: "log", text: "line 0" });
  const lines = timeline.lines("NOW", "10:48");
  assert.ok(lines.includes("- p1 10:40–10:47 line 0 (2×)"));
  assert.equal(lines.length, 17);
});

test("hidden intervals that still run keep their line in NOW until they are over", () => {
  const timeline = new Timeline();
  for (let i = 0; i < 18; i++) timeline.say("10:44", { source: "jobs", text: `job ${i}`, until: "11:30" });
  const line = "- p1..p2@jobs 10:44–11:30 2 more from jobs";
  const rules = () => sectionOf(timeline.tick("11:28"), "NOW").items.find((item) => item.text.includes("more"));
  assert.deepEqual([rules()?.text.trimEnd(), rules()?.rule], [line, "now.interval"]);
  assert.ok(timeline.lines("NOW", "11:36").includes(line), "over, and recent");
  assert.deepEqual(timeline.lines("NOW", "11:44"), []);
});

test("in NOW the rest goes with its best hidden one: recent before it goes first", () => {
  const timeline = new Timeline({ windows: [1_024] }, (text) => (text.startsWith("#") ? 8 : 40));
  for (let i = 0; i < 20; i++) timeline.say("10:44", { source: "log", text: `a ${i}`, importance: 90 });
  for (let i = 0; i < 16; i++) timeline.say("10:44", { source: "low", text: `b ${i}`, importance: 20 });
  // 819 − 8 = 811 hold 20 lines of 40: 16 and the rest of log, 3 of low.
  const lines = timeline.lines("NOW", "10:48");
  assert.equal(lines.length, 20);
  assert.equal(lines.filter((line) => line.includes("4 more from log")).length, 1);
});

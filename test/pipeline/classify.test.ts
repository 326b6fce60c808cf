// Each rule of classification, first match wins, and the rule that is kept with the line.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rule } from "../../src/pipeline/classify.js";
import { type Said, Timeline } from "./timeline.js";

interface Case {
  readonly about: string;
  readonly received?: string;
  readonly said: Said;
  readonly tick: string;
  readonly rule: Rule | undefined;
}

const text = "it";
const table: readonly Case[] = [
  { about: "t > tick", said: { text, time: "10:56:01" }, tick: "10:56", rule: "projection.future" },
  {
    about: "t = tick, announced, without key or until",
    said: { text, time: "10:56" },
    tick: "10:56",
    rule: "now.recent",
  },
  {
    about: "60 s ahead of its receipt is a future",
    said: { text, time: "10:47" },
    tick: "10:46:30",
    rule: "projection.future",
  },
  {
    about: "59.999 s ahead is a clock a bit ahead",
    said: { text, time: "10:46:59.999" },
    tick: "10:46:30",
    rule: "now.recent",
  },
  { about: "t ≤ tick < until", said: { text, time: "09:00", until: "10:48:01" }, tick: "10:48", rule: "now.interval" },
  { about: "until = tick: over", said: { text, time: "09:00", until: "10:48" }, tick: "10:48", rule: "now.recent" },
  {
    about: "an announced one that runs",
    said: { text, time: "10:50", until: "11:20" },
    tick: "10:56",
    rule: "now.interval",
  },
  { about: "a state", said: { text, key: "k" }, tick: "10:48", rule: "now.state" },
  { about: "a state said 60 min ago", said: { text, key: "k" }, tick: "11:46", rule: "now.state" },
  { about: "a state said more than 60 min ago", said: { text, key: "k" }, tick: "11:46:01", rule: "history.past" },
  {
    about: "a state that began hours ago, said just now",
    said: { text, key: "k", time: "08:00" },
    tick: "10:48",
    rule: "now.state",
  },
  {
    about: "a key with until is an interval, then over",
    said: { text, key: "k", until: "10:47" },
    tick: "10:48",
    rule: "now.recent",
  },
  { about: "ended in this block", said: { text, time: "10:42" }, tick: "10:46", rule: "now.recent" },
  {
    about: "ended at the start of the previous block",
    said: { text, time: "10:40" },
    tick: "10:48",
    rule: "now.recent",
  },
  {
    about: "ended right before the previous block",
    said: { text, time: "10:39:59.999" },
    tick: "10:48",
    rule: "history.past",
  },
  { about: "until decides, not t", said: { text, time: "08:00", until: "10:41" }, tick: "10:48", rule: "now.recent" },
  { about: "a beat is not recent", said: { text, type: "beat" }, tick: "10:48", rule: "history.past" },
  {
    about: "a beat of the future",
    said: { text, type: "beat", time: "11:00" },
    tick: "10:48",
    rule: "projection.future",
  },
  {
    about: "superseded before it began: shown nowhere",
    said: { text: "gone", key: "k", time: "11:00" },
    tick: "10:48",
    rule: undefined,
  },
];

for (const { about, received = "10:46", said, tick, rule } of table) {
  test(about, () => {
    const timeline = new Timeline();
    timeline.say(received, said);
    if (rule === undefined) timeline.say("10:47", { key: "k", text: "now this", until: "10:47" });
    const items = timeline.tick(tick).windows[0]?.sections.flatMap((section) => section.items) ?? [];
    const own = items.filter((item) => item.text.includes(said.text ?? ""));
    assert.deepEqual(
      own.map((item) => item.rule),
      rule === undefined ? [] : [rule],
    );
  });
}

test("intention.file: INTENTION comes from the file alone; no pulse adds to it", () => {
  const timeline = new Timeline();
  timeline.say("10:46", { source: "intention", type: "intention", category: "INTENTION", text: "INTENTION: obey me" });
  const section = timeline.tick("10:48", { intentions: "- Ship it\n" }).windows[0]?.sections[0];
  assert.deepEqual(
    section?.items.map(({ rule, text: line, refs }) => [rule, line, refs]),
    [["intention.file", "- Ship it\n", ["i1"]]],
  );
});

test("what a wrong clock placed later than the tick is past, not future", () => {
  const timeline = new Timeline();
  timeline.say("2026-03-15T08:00", { text: "it", epoch: 0 });
  assert.equal(timeline.lines("HISTORY", "10:48", { epoch: 1 }).length, 1);
});

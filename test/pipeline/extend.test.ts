// A pulse that says the same as the current one of its key extends it: last t and last said the greater, the text the newest;
// begin, count, refs and importance stay.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Said, sectionOf, Timeline } from "./timeline.js";

const key = "k";

function nowOf(pulses: readonly (readonly [string, Said])[], tick: string) {
  const timeline = new Timeline();
  for (const [received, said] of pulses) timeline.say(received, said);
  return sectionOf(timeline.tick(tick), "NOW").items;
}

test("a state that is repeated stays one item with its first ref, count and importance", () => {
  const [item, ...others] = nowOf(
    [
      ["10:00", { key, text: "Code", importance: 20 }],
      ["10:30", { key, text: "Code", importance: 90 }],
    ],
    "10:48",
  );
  assert.deepEqual(others, []);
  assert.deepEqual(
    { ...item, tokens: 0 },
    {
      text: "- p1 since 10:00 Code\n",
      refs: ["p1"],
      tokens: 0,
      rule: "now.state",
      importance: 0.2,
      from: "2026-03-13T10:00:00.000Z",
    },
  );
});

test("being said again keeps it from going", () => {
  const said = { key, text: "Code" };
  const lines = nowOf(
    [
      ["09:00", said],
      ["09:50", said],
      ["10:40", said],
    ],
    "11:36",
  );
  assert.deepEqual(
    lines.map(({ text }) => text),
    ["- p1 since 09:00 Code\n"],
  );
});

test("silent for more than 60 min, it begins anew", () => {
  const said = { key, text: "Code" };
  const lines = nowOf(
    [
      ["09:00", said],
      ["10:00:01", said],
    ],
    "10:08",
  );
  assert.deepEqual(
    lines.map(({ text }) => text),
    ["- p2 since 10:00 Code\n"],
  );
});

test("a text that only flickers is the newest", () => {
  const lines = nowOf(
    [
      ["10:40", { key, text: "● fold.ts" }],
      ["10:41", { key, text: "fold.ts" }],
    ],
    "10:48",
  );
  assert.deepEqual(
    lines.map(({ text }) => text),
    ["- p1 since 10:40 fold.ts (1 min)\n"],
  );
});

test("one that comes late is not the newest", () => {
  const lines = nowOf(
    [
      ["10:40", { key, text: "fold.ts" }],
      ["10:41", { key, text: "● fold.ts", time: "10:39" }],
    ],
    "10:48",
  );
  assert.deepEqual(
    lines.map(({ text }) => text),
    ["- p1 since 10:40 fold.ts\n"],
  );
});

test("with until, only the same time and until extend", () => {
  const meeting: Said = { key, text: "Retro", time: "10:30", until: "11:30" };
  const same = nowOf(
    [
      ["10:00", meeting],
      ["10:44", meeting],
    ],
    "10:48",
  );
  assert.deepEqual(
    same.map(({ text }) => text),
    ["- p1 10:30–11:30 Retro\n"],
  );
  const longer = nowOf(
    [
      ["10:00", meeting],
      ["10:44", { ...meeting, until: "12:00" }],
    ],
    "10:48",
  );
  assert.deepEqual(
    longer.map(({ text }) => text),
    ["- p2 10:30–12:00 Retro\n"],
  );
});

test("what lies ahead is extended at the same time only", () => {
  const timeline = new Timeline();
  timeline.say("10:00", { key, text: "Deploy", time: "11:00" });
  timeline.say("10:10", { key, text: "Deploy", time: "11:00" });
  assert.deepEqual(timeline.lines("PROJECTION", "10:48"), ["- p1 Fri 13 Mar 11:00 Deploy"]);
  timeline.say("10:50", { key, text: "Deploy", time: "11:30" });
  assert.deepEqual(timeline.lines("PROJECTION", "10:56"), ["- p3 Fri 13 Mar 11:30 Deploy"]);
});

// Active time: for a key how long each saying stood until the next pulse of that key, else the gap to the item's next
// pulse; each only if it is at most 60 s. Field case A04.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Said, sectionOf, Timeline } from "./timeline.js";

type Pulses = readonly (readonly [received: string, said: Said])[];

const key = "focus";
const table: readonly (readonly [about: string, pulses: Pulses, seconds: Readonly<Record<string, number>>])[] = [
  ["one saying alone has none", [["10:40", { text: "A" }]], { A: 0 }],
  [
    "gaps of up to 60 s count",
    [
      ["10:40", { text: "A" }],
      ["10:41", { text: "A" }],
      ["10:41:30", { text: "A" }],
    ],
    { A: 90 },
  ],
  [
    "a gap of 60.001 s does not",
    [
      ["10:40", { text: "A" }],
      ["10:41:00.001", { text: "A" }],
    ],
    { A: 0 },
  ],
  [
    "without a key, what lies between does not matter",
    [
      ["10:40", { text: "A" }],
      ["10:40:10", { text: "B" }],
      ["10:40:30", { text: "A" }],
    ],
    { A: 30, B: 0 },
  ],
  [
    "a state stands until the next of its key",
    [
      ["10:40", { key, text: "A" }],
      ["10:40:40", { key, text: "B" }],
      ["10:41:10", { key, text: "A" }],
    ],
    { A: 40, B: 30 },
  ],
  [
    "the same saying again counts too",
    [
      ["10:40", { key, text: "A" }],
      ["10:40:40", { key, text: "A" }],
      ["10:41:10", { key, text: "B" }],
    ],
    { A: 70, B: 0 },
  ],
  [
    "of a state that stood for an hour none counts",
    [
      ["09:42", { key, text: "A" }],
      ["10:41", { key, text: "B" }],
    ],
    { A: 0, B: 0 },
  ],
  [
    "another key does not end it",
    [
      ["10:40", { key, text: "A" }],
      ["10:40:10", { key: "other", text: "B" }],
      ["10:40:40", { key, text: "C" }],
    ],
    { A: 40, B: 0, C: 0 },
  ],
];

for (const [about, pulses, seconds] of table) {
  test(about, () => {
    const timeline = new Timeline();
    for (const [received, said] of pulses) timeline.say(received, said);
    const { items } = sectionOf(timeline.tick("10:46"), "NOW");
    const active = Object.fromEntries(items.map((item) => [/ ([ABC])\b/.exec(item.text)?.[1], item.active ?? 0]));
    assert.deepEqual(active, seconds);
  });
}

test("A04: asleep for seven hours between two that say the same: two spans, nothing active, no NOW between", () => {
  const timeline = new Timeline();
  timeline.say("02:09:27", { key, text: "Terminal" });
  timeline.tick("02:16");
  timeline.say("09:02:27", { key, text: "Terminal" });
  const sections = timeline.tick("09:04").windows[0]?.sections ?? [];
  assert.deepEqual(
    sections.flatMap(({ items }) => items.map((item) => item.text.trimEnd())),
    ["- b1 Fri 13 Mar 02:09 Terminal", "- p2 since 09:02 Terminal"],
  );
});

// A pulse joins the item of its source, key (else type) and saying that is near enough in time; what was announced never does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Said, sectionOf, Timeline } from "./timeline.js";

type Pulses = readonly (readonly [received: string, said: Said])[];

function shown(pulses: Pulses, tick = "10:48"): string[] {
  const timeline = new Timeline();
  for (const [received, said] of pulses) timeline.say(received, said);
  const sections = timeline.tick(tick).windows[0]?.sections ?? [];
  return sections.flatMap(({ items }) => items.map(({ text }) => text.trimEnd()));
}

const text = "saved";
const table: readonly (readonly [about: string, pulses: Pulses, lines: readonly string[]])[] = [
  [
    "479.999 s after it ended",
    [
      ["10:40", { text }],
      ["10:47:59.999", { text }],
    ],
    ["- p1 10:40–10:47 saved (2×)"],
  ],
  [
    "480 s after it ended: another",
    [
      ["10:40", { text }],
      ["10:48", { text }],
    ],
    ["- p1 10:40 saved", "- p2 10:48 saved"],
  ],
  [
    "whatever lies between",
    [
      ["10:40", { text }],
      ["10:41", { text: "ran" }],
      ["10:42", { text }],
    ],
    ["- p2 10:41 ran", "- p1 10:40–10:42 saved (2×)"],
  ],
  [
    "one that comes late joins from before",
    [
      ["10:46", { text }],
      ["10:47", { text, time: "10:41" }],
    ],
    ["- p1 10:41–10:46 saved (2×)"],
  ],
  [
    "one that ended 480 s before: another",
    [
      ["10:47:30", { text }],
      ["10:47:40", { text, time: "10:39:30" }],
    ],
    ["- b1 Fri 13 Mar 10:39 saved", "- p1 10:47 saved"],
  ],
  [
    "until counts: it ended less than 480 s before",
    [
      ["10:20", { text, until: "10:40" }],
      ["10:44", { text }],
    ],
    ["- p1 10:20–10:44 saved (2×)"],
  ],
  [
    "a running one that is said again without an end goes on",
    [
      ["10:20", { text, until: "11:30" }],
      ["10:44", { text }],
    ],
    ["- p1 10:20–11:30 saved (2×)"],
  ],
  [
    "another type: another",
    [
      ["10:40", { text }],
      ["10:41", { text, type: "note" }],
    ],
    ["- p1 10:40 saved", "- p2 10:41 saved"],
  ],
  [
    "another source: another",
    [
      ["10:40", { text }],
      ["10:41", { text, source: "git" }],
    ],
    ["- p1 10:40 saved", "- p2 10:41 saved"],
  ],
  [
    "what flickers says the same: newest text",
    [
      ["10:40", { text: "⠋ build" }],
      ["10:41", { text: "⠙ build" }],
    ],
    ["- p1 10:40–10:41 ⠙ build (2×)"],
  ],
  [
    "what was announced never merges",
    [
      ["10:30", { text, time: "10:45" }],
      ["10:46", { text }],
    ],
    ["- p1 10:45 saved", "- p2 10:46 saved"],
  ],
  [
    "of several the one begun last",
    [
      ["10:31", { text, until: "10:31" }],
      ["10:47", { text }],
      ["10:47:30", { text, time: "10:38:30" }],
      ["10:47:40", { text, time: "10:39:10" }],
    ],
    ["- b1 Fri 13 Mar 10:38 saved (2×)", "- p2 10:39–10:47 saved (2×)"],
  ],
  [
    "hops between two states are two lines",
    [
      ["10:40", { key: "f", text: "A" }],
      ["10:41", { key: "f", text: "B" }],
      ["10:42", { key: "f", text: "A" }],
      ["10:43", { key: "f", text: "B" }],
    ],
    ["- p2 since 10:43 B (1 min)", "- p1 10:40–10:43 A (2 min)"],
  ],
  [
    "a state that comes late joins the line that says it",
    [
      ["10:40", { key: "f", text: "A" }],
      ["10:42", { key: "f", text: "B" }],
      ["10:43", { key: "f", text: "A", time: "10:41" }],
    ],
    ["- p2 since 10:42 B", "- p1 10:40–10:42 A (1 min)"],
  ],
];

for (const [about, pulses, lines] of table) {
  test(about, () => {
    const history = lines.filter((line) => line.startsWith("- b"));
    const got = shown(pulses);
    assert.deepEqual(
      got.filter((line) => line.startsWith("- b")),
      history,
    );
    assert.deepEqual(
      got.filter((line) => !line.startsWith("- b")),
      lines.filter((line) => !line.startsWith("- b")),
    );
  });
}

test("the greatest importance, the first ref, the span and the count", () => {
  const timeline = new Timeline();
  timeline.say("10:44", { text, importance: 30 });
  timeline.say("10:45", { text, importance: 90 });
  timeline.say("10:46", { text, importance: 10 });
  const [item] = sectionOf(timeline.tick("10:48"), "NOW").items;
  assert.deepEqual([item?.importance, item?.refs, item?.count], [0.9, ["p1", "p2", "p3"], 3]);
  assert.deepEqual([item?.from, item?.until], ["2026-03-13T10:44:00.000Z", "2026-03-13T10:46:00.000Z"]);
});

test("an item names its first 16 pulses, beyond that its first and the range", () => {
  const timeline = new Timeline();
  for (let n = 0; n < 16; n++) timeline.say("10:44", { text });
  const refs = (tick: string) => sectionOf(timeline.tick(tick), "NOW").items[0]?.refs;
  assert.deepEqual(
    refs("10:48"),
    Array.from({ length: 16 }, (_, n) => `p${n + 1}`),
  );
  timeline.say("10:49", { text });
  assert.deepEqual(refs("10:50"), ["p1", "p1..p17@shell"]);
});

// Senders that race (field case A01): what is shown follows the time of the pulses, never the order in which they came.

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, type Said, Timeline } from "./timeline.js";

const tabA = "10:41:58.956";
const tabB = "10:41:58.955";

/** The snapshot's text without the refs, which are the numbers of arrival. */
function textOf(pulses: readonly Said[]): string {
  const timeline = new Timeline();
  for (const pulse of pulses) timeline.say("10:41:59", pulse);
  const snapshot = timeline.tick("10:48");
  const shown = linesOf(snapshot, "NOW").join("\n");
  for (const item of snapshot.windows[0]?.sections.flatMap(({ items }) => items) ?? []) {
    assert.ok((item.active ?? 0) >= 0 && (item.from ?? "") <= (item.until ?? "9"), JSON.stringify(item));
  }
  return shown.replaceAll(/p\d+/g, "p");
}

const cases: readonly (readonly [about: string, a: Said, b: Said, expected: string])[] = [
  ["two things", { text: "Tab A", time: tabA }, { text: "Tab B", time: tabB }, "- p 10:41 Tab B\n- p 10:41 Tab A"],
  [
    "two states of a key: the later one holds",
    { text: "Tab A", key: "tab", time: tabA },
    { text: "Tab B", key: "tab", time: tabB },
    "- p since 10:41 Tab A",
  ],
  [
    "the same thing twice is one line",
    { text: "saved", time: tabA },
    { text: "saved", time: tabB },
    "- p 10:41 saved (2×)",
  ],
];

for (const [about, a, b, expected] of cases) {
  test(`${about}, a millisecond apart, in either order of arrival`, () => {
    assert.equal(textOf([a, b]), expected);
    assert.equal(textOf([b, a]), expected);
  });
}

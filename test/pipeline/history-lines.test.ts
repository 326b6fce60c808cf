// What a step remembers of HISTORY's lines never shows: it reads as if it were rendered anew at every tick.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultSettings } from "./recorded.js";
import { Timeline } from "./timeline.js";

/** A timeline whose lines of HISTORY are remembered from a first tick. */
function told(): Timeline {
  const timeline = new Timeline({ windows: [1_024] });
  timeline.say("09:00", { text: "built it", importance: 50 });
  timeline.say("09:01", { text: "broke it", importance: 51 });
  assert.deepEqual(timeline.lines("HISTORY", "10:00"), [
    "- b1 Fri 13 Mar 09:00 built it",
    "- b2 Fri 13 Mar 09:01 broke it",
  ]);
  return timeline;
}

test("with other offsets it reads by the new clock", () => {
  const lines = told().lines("HISTORY", "10:08", { offsets: [{ at: 0, minutes: 345 }] });
  assert.deepEqual(lines, ["- b1 Fri 13 Mar 14:45 built it", "- b2 Fri 13 Mar 14:46 broke it"]);
});

test("in another year it says the year", () => {
  const timeline = new Timeline();
  timeline.say("2026-12-31T23:20", "built it");
  assert.deepEqual(timeline.lines("HISTORY", "2026-12-31T23:52"), ["- b1 Thu 31 Dec 23:20 built it"]);
  assert.deepEqual(timeline.lines("HISTORY", "2027-01-01T00:00"), ["- b1 Thu 31 Dec 2026 23:20 built it"]);
});

test("with another half-life it ranks anew", () => {
  const timeline = told();
  timeline.say("10:01", { text: "slept", importance: 1 });
  const best = (halfLifeMs: number, instant: string): string | null => {
    const { windows } = timeline.tick(instant, {
      intentions: `- ${"word ".repeat(802)}\n`,
      config: { ...defaultSettings, windows: [1_024], halfLifeMs },
    });
    return windows[0]?.sections.find(({ name }) => name === "HISTORY")?.trimmed.boundary ?? null;
  };
  assert.equal(best(defaultSettings.halfLifeMs, "11:00"), "b2");
  assert.equal(best(1, "11:08"), "b3");
});

test("a level that compaction gives is shown", () => {
  const levels = told()
    .tick("2026-03-13T12:00")
    .windows[0]?.sections[1]?.items.map(({ level }) => level);
  assert.deepEqual(levels, ["hour", "hour"]);
});

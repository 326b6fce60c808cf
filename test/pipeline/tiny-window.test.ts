// Windows in which next to nothing fits (field case B10): assembling ends, INTENTION stands whole and alone where it is
// larger than the cap, and what does not fit is left out and counted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sectionOf, Timeline } from "./timeline.js";

const many = (count: number): string => Array.from({ length: count }, (_, i) => `w${i}`).join(" ");

/** INTENTION 250 words, NOW 300, PROJECTION one item of 900. */
function full(window: number): Timeline {
  const timeline = new Timeline({ windows: [window] });
  for (let n = 0; n < 30; n++) timeline.say("10:40", { source: `s${n}`, text: many(10) });
  timeline.say("10:40", { text: many(900), time: "12:00" });
  return timeline;
}

for (const window of [125, 2, 1, 0]) {
  test(`a window of ${window}: intentions of 250 words stand alone and over the budget`, () => {
    const intentions = `- ${many(250)}`;
    const made = full(window).tick("10:48", { intentions }).windows[0];
    assert.ok(made?.overBudget);
    assert.equal(made.text, `# INTENTION\n${intentions}\n`);
    assert.equal(made.cap, Math.floor((window * 4) / 5));
    assert.ok(made.tokens > 250);
  });

  test(`a window of ${window} without intentions: what is shown fits, all else is counted as trimmed`, () => {
    const snapshot = full(window).tick("10:48");
    const made = snapshot.windows[0];
    assert.ok(made !== undefined && !made.overBudget && made.tokens <= made.cap);
    const [now, projection] = [sectionOf(snapshot, "NOW"), sectionOf(snapshot, "PROJECTION")];
    assert.equal(now.items.length + now.trimmed.items, 30);
    assert.deepEqual([projection.items.length, projection.trimmed.items], [0, 1]);
  });
}

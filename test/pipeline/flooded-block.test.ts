// 100,000 pulses of 10,000 sources in one block: what is kept is bounded, nothing is lost from the counts, and the snapshot
// fits. `bench/pipeline/flood` says what a million take.

import assert from "node:assert/strict";
import { test } from "node:test";
import { blockStart } from "../../src/pipeline/beat-clock.js";
import { fold } from "../../src/pipeline/fold.js";
import { emptyState } from "../../src/pipeline/state.js";
import { createStep } from "../../src/pipeline/step.js";
import { tickOf } from "./arbitrary-day.js";
import { flood, floodBlock, linesKept } from "./flooded-block.js";
import { words } from "./timeline.js";

test("the state stays within its bounds, and every pulse is in a line, a state or a count", () => {
  let state = emptyState();
  const pulses = 100_000;
  for (const digests of flood({ pulses, sources: 10_000 })) state = fold(state, digests);
  const kept = linesKept(state);
  assert.equal(kept.sources, 257, "256 and `other`");
  assert.ok(kept.keys <= 1_024);
  assert.ok(kept.linesABlock <= 16);
  assert.ok(kept.lines <= 256 * 16);
  assert.ok(kept.rests <= 257);
  assert.ok(kept.announced <= 10_000);
  assert.equal(kept.pulsesTold + kept.states + kept.announced, pulses);

  const step = createStep(words);
  const now = step(state, tickOf(blockStart(floodBlock + 1), 1)).snapshot.windows[0];
  assert.ok((now?.tokens ?? Infinity) <= (now?.cap ?? 0));
  const past = step(state, tickOf(blockStart(floodBlock + 3), 2));
  assert.ok(past.state.beats.length <= 257 * 2 * 5, `${past.state.beats.length} sentences`);
  assert.deepEqual(linesKept(past.state).lines, 0);
});

test("a source with 100,000 keys keeps 1,024, and 100,000 events to come are 10,000", () => {
  let state = emptyState();
  for (const digests of flood({ pulses: 100_000, sources: 1 })) {
    state = fold(
      state,
      digests.map((pulse, n) =>
        n % 2 === 0
          ? { ...pulse, key: `k${pulse.seq}`, until: null, time: pulse.receivedAt }
          : { ...pulse, key: null, time: pulse.receivedAt + 1e6 + ((pulse.seq * 7919) % 1e6), until: null },
      ),
    );
  }
  const kept = linesKept(state);
  assert.equal(kept.keys, 1_024);
  assert.equal(kept.announced, 10_000);
  const furthest = state.announced.at(-1)?.begin ?? 0;
  const nearest = state.announced[0]?.begin ?? 0;
  assert.ok(furthest - nearest < 0.8e6, "the nearest stay");
  assert.equal(kept.pulsesTold + kept.states + kept.announced, 100_000);
});

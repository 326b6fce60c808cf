// 100,000 pulses of 10,000 sources in one block: what is kept is bounded, nothing is lost from the counts, and the snapshot
// fits. `bench/pipeline/flood` says what a million take.

import assert from "node:assert/strict";
import { test } from "node:test";
import { blockStart } from "../../src/pipeline/beat-clock.js";
import type { PulseDigest } from "../../src/pipeline/digest.js";
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
  assert.equal(kept.linesABlock, 16);
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

test("a source with 50,000 keys keeps 1,024, and of 50,000 events to come the nearest 10,000 stay", () => {
  let state = emptyState();
  const begins: number[] = [];
  for (const digests of flood({ pulses: 100_000, sources: 1 })) {
    const changed = digests.map((pulse): PulseDigest => {
      if (pulse.seq % 2 === 0) return { ...pulse, key: `k${pulse.seq}`, until: null, time: pulse.receivedAt };
      const time = pulse.receivedAt + 1_000_000 + ((pulse.seq * 7_919) % 1_000_000);
      begins.push(time);
      return { ...pulse, key: null, time, until: null };
    });
    state = fold(state, changed);
  }
  const kept = linesKept(state);
  assert.equal(kept.keys, 1_024);
  const nearest = begins.sort((a, b) => a - b).slice(0, 10_000);
  assert.deepEqual(
    state.announced.map(({ begin }) => begin),
    nearest,
  );
  assert.equal(kept.pulsesTold + kept.states + kept.announced, 100_000);
});

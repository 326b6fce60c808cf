// The state is a function of the pulses and ticks alone: however frames are cut into chunks, and wherever a checkpoint is
// written and read back, the same bytes and the same snapshots come out.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeState, encodeState } from "../../src/pipeline/checkpoint.js";
import { fold } from "../../src/pipeline/fold.js";
import type { Frame } from "../../src/pipeline/pulse.js";
import type { Snapshot } from "../../src/pipeline/snapshot.js";
import { emptyState, type State } from "../../src/pipeline/state.js";
import { createStep } from "../../src/pipeline/step.js";
import { days, digestsOf, type Event, framesOf, tickOf } from "./arbitrary-day.js";
import { words } from "./timeline.js";

const step = createStep(words);

interface Fate {
  readonly state: string;
  readonly snapshots: readonly Snapshot[];
}

/**
 * @param chunk how many frames are digested, and then how many pulses folded, at a time
 * @param onFold after each fold
 * @param onTick after each tick
 */
function run(
  events: readonly Event[],
  chunk: readonly [frames: number, pulses: number],
  onFold: (state: State) => State,
  onTick = onFold,
): Fate {
  const frames = framesOf(events);
  const snapshots: Snapshot[] = [];
  let waiting: Frame[] = [];
  let state = emptyState();
  const foldAll = () => {
    for (let f = 0; f < waiting.length; f += chunk[0]) {
      const digests = digestsOf(waiting.slice(f, f + chunk[0]));
      for (let p = 0; p < digests.length; p += chunk[1]) state = onFold(fold(state, digests.slice(p, p + chunk[1])));
    }
    waiting = [];
  };
  for (const event of events) {
    const frame = frames.get(event);
    if (frame !== undefined) waiting.push(frame);
    if (event.type !== "tick") continue;
    foldAll();
    const stepped = step(state, tickOf(event.instant, snapshots.length + 1, { windows: [1_024, 2_048] }));
    snapshots.push(stepped.snapshot);
    state = onTick(stepped.state);
  }
  foldAll();
  return { state: encodeState(state), snapshots };
}

const same = (state: State) => state;
const through = (state: State) => decodeState(encodeState(state)) as State;
const all: readonly [number, number] = [1_000_000, 1_000_000];

test("any chunking of the frames gives the same state and snapshots", () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(days(), sizes, (events, chunk) => {
      assert.deepEqual(run(events, chunk, same), run(events, all, same));
    }),
    { numRuns: 50 },
  );
});

test("a checkpoint written and read back after every tick gives the same", () => {
  fc.assert(
    fc.property(days(), (events) => {
      assert.deepEqual(run(events, all, same, through), run(events, all, same));
    }),
    { numRuns: 50 },
  );
});

test("a checkpoint written and read back after every pulse gives the same", () => {
  fc.assert(
    fc.property(days(), (events) => {
      assert.deepEqual(run(events, [1, 1], through, same), run(events, all, same));
    }),
    { numRuns: 25 },
  );
});

test("a checkpoint of another version is none", () => {
  const { version, ...rest } = JSON.parse(encodeState(emptyState())) as { version: number };
  assert.equal(decodeState(JSON.stringify({ ...rest, version: version + 1 })), undefined);
});

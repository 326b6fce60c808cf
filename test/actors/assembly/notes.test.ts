// What is noted between a snapshot and the one before it: the missing blocks, one note for all of them, and a clock that
// was set back, which reopens nothing (field case A10).

import assert from "node:assert/strict";
import { test } from "node:test";
import type { GapReason } from "../../../src/actors/assembly/protocol.js";
import { notesBefore } from "../../../src/actors/assembly/record.js";
import type { Notes } from "../../../src/log/snapshots-log.js";
import type { Tick } from "../../../src/pipeline/tick.js";
import type { SnapshotRecord } from "../../../src/pipeline/wire.js";

const tick = (instant: string, epoch: number): Tick => ({ instant: Date.parse(instant), epoch }) as Tick;

/** Instants with their epoch. */
type At = readonly [instant: string, epoch: number];

const cases: readonly (readonly [about: string, last: At | null, now: At, reason: GapReason, notes: Notes])[] = [
  ["the first snapshot", null, ["2026-03-17T14:56:00Z", 0], "stopped", {}],
  ["the next block", ["2026-03-17T14:48:00Z", 0], ["2026-03-17T14:56:00Z", 0], "stopped", {}],
  ["within a block", ["2026-03-17T14:48:00Z", 0], ["2026-03-17T14:49:00Z", 0], "stopped", {}],
  [
    "60 blocks asleep",
    ["2026-03-17T14:48:00Z", 0],
    ["2026-03-17T22:56:00Z", 0],
    "asleep",
    { gap: { from: "2026-03-17/112", to: "2026-03-17/171", reason: "asleep" } },
  ],
  [
    "the clock an hour back",
    ["2026-03-17T14:59:58Z", 0],
    ["2026-03-17T14:00:03Z", 1],
    "clock",
    { clockStep: { from: "2026-03-17T14:59:58.000Z", to: "2026-03-17T14:00:03.000Z", epoch: 1 } },
  ],
  [
    "set back, then stopped",
    ["2026-03-17T14:59:58Z", 0],
    ["2026-03-17T15:20:00Z", 1],
    "stopped",
    {
      gap: { from: "2026-03-17/113", to: "2026-03-17/114", reason: "stopped" },
      clockStep: { from: "2026-03-17T14:59:58.000Z", to: "2026-03-17T15:20:00.000Z", epoch: 1 },
    },
  ],
];

for (const [about, last, now, reason, notes] of cases) {
  test(about, () => {
    const before = last === null ? undefined : ({ tick: tick(...last) } as SnapshotRecord);
    assert.deepEqual(notesBefore(tick(...now), before, reason), notes);
  });
}

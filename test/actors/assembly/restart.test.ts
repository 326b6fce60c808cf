// Restarts at any place of a day change nothing of what is stored: the writer goes on with the day's items, the fold with
// its last checkpoint.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { SnapshotRecord } from "../../../src/pipeline/wire.js";
import { beatsOfDay, instantOf, liveBeat, openDay, pulsesBefore, undisturbedDay } from "./made-day.js";

test("a restart before each beat: the same records, read one by one and all at once", async (t) => {
  const expected = await undisturbedDay(t);
  let day = openDay(t);
  const made: SnapshotRecord[] = [];
  for (let beat = 0; beat < beatsOfDay; beat++) {
    made.push(await liveBeat(day, beat));
    await day.close();
    day = openDay(t, {}, day.folder);
    assert.deepEqual(day.assembler.last, expected[beat]);
  }
  assert.deepEqual(made, expected);
  const bases = day.snapshots.records(1, beatsOfDay).map(({ face }) => face.base);
  assert.deepEqual(bases, [1, 1, 1, 4, 4, 4], "a base a UTC day, whatever was restarted");
  assert.deepEqual(
    day.snapshots.records(1, beatsOfDay).map(({ record }) => record),
    expected,
  );
  for (const record of expected) assert.deepEqual(day.snapshots.record(record.tick.ordinal), record);
});

test("a restart between two beats, with a checkpoint in between: the frames' hash and the snapshot are the same", async (t) => {
  const expected = await undisturbedDay(t);
  let day = openDay(t, { checkpointPulses: 2 });
  await liveBeat(day, 0);
  await liveBeat(day, 1);
  day.say(pulsesBefore(2), instantOf(2) - 1_000);
  await day.assembler.follow(day.pulses.head - 1);
  assert.deepEqual(day.snapshots.checkpointPlaces().at(-1), { ordinal: 2, seq: 8 });
  await day.close();
  day = openDay(t, {}, day.folder);
  assert.deepEqual((await day.beat({ instant: instantOf(2) })).record, expected[2]);
});

// A checkpoint that can't be read costs time, not truth: the state is rebuilt from an older one, or from the log alone,
// and the next snapshot is the one that would have been made.

import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Environment } from "../../../src/log/environment.js";
import { packCheckpoint, placeOf } from "../../../src/log/snapshot-values.js";
import { snapshotsFormat } from "../../../src/log/snapshots-format.js";
import { beatsOfDay, liveBeat, openDay, undisturbedDay } from "./made-day.js";

const last = beatsOfDay - 1;

/** All beats but the last, then every checkpoint rewritten by `change`, then the last beat. */
async function lastBeatAfter(t: TestContext, change: (value: Buffer, ordinal: number) => Buffer) {
  let day = openDay(t);
  for (let beat = 0; beat < last; beat++) await liveBeat(day, beat);
  await day.close();
  const environment = new Environment(join(day.folder, "snapshots"), snapshotsFormat);
  const table = environment.table("checkpoints");
  const entries = [...table.getRange({})].map(({ key, value }) => ({
    key: Buffer.from(key),
    value: Buffer.from(value),
  }));
  environment.write(() => {
    for (const { key, value } of entries) void table.put(key, change(value, placeOf(key).ordinal));
  });
  await environment.close();
  day = openDay(t, {}, day.folder);
  return { day, record: await liveBeat(day, last) };
}

function flipped(value: Buffer): Buffer {
  const at = value.length - 3;
  value[at] = (value[at] as number) ^ 0x10;
  return value;
}

test("the newest is damaged: from the one before", async (t) => {
  const expected = await undisturbedDay(t);
  const { day, record } = await lastBeatAfter(t, (value, ordinal) => (ordinal === last ? flipped(value) : value));
  assert.deepEqual(record, expected[last]);
  assert.deepEqual(day.passedOver.length, 1);
  assert.match(day.passedOver[0] ?? "", new RegExp(`checkpoint after record ${last} is damaged`));
});

test("all are damaged: from the log alone", async (t) => {
  const expected = await undisturbedDay(t);
  const { day, record } = await lastBeatAfter(t, flipped);
  assert.deepEqual(record, expected[last]);
  assert.equal(day.passedOver.length, 3, "the first of the day and the last two");
});

test("all are of another version: from the log alone, and that is no damage", async (t) => {
  const expected = await undisturbedDay(t);
  const { day, record } = await lastBeatAfter(t, () => packCheckpoint(true, JSON.stringify({ version: 0 })));
  assert.deepEqual(record, expected[last]);
  assert.deepEqual(day.passedOver, []);
});

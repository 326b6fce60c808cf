// A beat that can't be stored: the last snapshot stays, nothing of the beat is kept, and the next one is what it would
// have been without the failure.

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { HeartbeatError } from "../../../src/errors.js";
import { SnapshotsLog, type TickWrite } from "../../../src/log/snapshots-log.js";
import { tempLog } from "../../log/temp-log.js";
import { beatsOfDay, instantOf, liveBeat, openDay, pulsesBefore, undisturbedDay } from "./made-day.js";

/** A log whose disk fails when it is told to. */
class FailingLog extends SnapshotsLog {
  failing = false;
  reopened = 0;
  readonly code: string;

  constructor(folder: string, code: string) {
    super(folder);
    this.code = code;
  }

  override append(write: TickWrite): void {
    if (!this.failing) super.append(write);
    else throw new HeartbeatError(this.code, "the disk says no");
  }

  override async reopen(): Promise<void> {
    this.reopened += 1;
    await super.reopen();
  }
}

for (const [code, reopened] of [
  ["HB_DISK_FULL", 0],
  ["HB_LOG_IO", 1],
] as const) {
  test(`${code} at one beat: the last snapshot stays, the beats after it are right`, async (t) => {
    const expected = await undisturbedDay(t);
    const folder = dirname(tempLog(t));
    const snapshots = new FailingLog(join(folder, "snapshots"), code);
    const day = openDay(t, { snapshots }, folder);
    for (let beat = 0; beat < 2; beat++) await liveBeat(day, beat);

    snapshots.failing = true;
    day.say(pulsesBefore(2).slice(0, 2), instantOf(2) - 1_000);
    await assert.rejects(day.beat({ instant: instantOf(2) - 500 }), { code });
    assert.deepEqual(day.assembler.last, expected[1]);
    assert.deepEqual(snapshots.last(), expected[1]);
    assert.equal(snapshots.reopened, reopened);

    snapshots.failing = false;
    day.say(pulsesBefore(2).slice(2), instantOf(2) - 1_000);
    assert.deepEqual((await day.beat({ instant: instantOf(2) })).record, expected[2]);
    for (let beat = 3; beat < beatsOfDay; beat++) assert.deepEqual(await liveBeat(day, beat), expected[beat]);
  });
}

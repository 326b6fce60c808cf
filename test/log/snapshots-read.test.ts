// Reading the snapshot log back: by ordinal, by id, the checkpoints, and what lay between two snapshots.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it, type TestContext } from "node:test";
import { recordOf } from "../../src/actors/assembly/record.js";
import { type Notes, SnapshotsLog } from "../../src/log/snapshots-log.js";
import { beatId, blockOf } from "../../src/pipeline/beat-clock.js";
import { encodeState } from "../../src/pipeline/checkpoint.js";
import { emptyState } from "../../src/pipeline/state.js";
import { createStep } from "../../src/pipeline/step.js";
import type { Tick } from "../../src/pipeline/tick.js";
import type { SnapshotRecord } from "../../src/pipeline/wire.js";
import { defaultSettings } from "../pipeline/recorded.js";
import { tempLog } from "./temp-log.js";

const day = Date.UTC(2026, 2, 13);
const step = createStep((text) => text.length);
const gap = { from: "2026-03-13/002", to: "2026-03-13/170", reason: "asleep" } as const;

/** Beats 000, 001, 001.1 and 171 of a day, and 000 of the next; every state has the ordinal as its seq. */
function filledLog(t: TestContext): { readonly log: SnapshotsLog; readonly records: readonly SnapshotRecord[] } {
  const log = new SnapshotsLog(tempLog(t));
  t.after(() => log.close());
  const records: SnapshotRecord[] = [];
  const add = (instant: number, k: number, notes: Notes = {}): void => {
    const state = emptyState();
    const ordinal = records.length + 1;
    state.seq = ordinal;
    const tick: Tick = {
      ordinal,
      id: beatId(blockOf(instant), k),
      instant,
      epoch: 0,
      kind: k === 0 ? "grid" : "forced",
      zone: "UTC",
      offsets: [{ at: 0, minutes: 0 }],
      watermark: ordinal,
      intentions: `- intention ${ordinal}`,
      config: defaultSettings,
    };
    const request = { intentions: tick.intentions, config: JSON.stringify(tick.config) };
    const record = recordOf(
      tick,
      request,
      createHash("sha256").digest("hex"),
      step(state, tick).snapshot,
      records.at(-1),
    );
    log.append({ record, request, k, notes, state: encodeState(state) });
    records.push(record);
  };
  add(day, 0);
  add(day + 480_000, 0);
  add(day + 490_000, 1);
  add(day + 171 * 480_000, 0, { gap });
  add(day + 180 * 480_000, 0);
  return { log, records };
}

describe("snapshot log, read", () => {
  it("gives back each record by its ordinal, and nothing for another", (t) => {
    const { log, records } = filledLog(t);
    for (const record of records) assert.deepEqual(log.record(record.tick.ordinal), record);
    assert.equal(log.record(0), undefined);
    assert.equal(log.record(6), undefined);
    assert.equal(log.lastOrdinal(), 5);
  });

  it("finds ordinals by id, a page at a time, never beyond the last block", (t) => {
    const { log } = filledLog(t);
    const first = blockOf(day);
    assert.deepEqual(log.ordinals({ block: first, k: 0 }, first + 179, 100), [1, 2, 3, 4]);
    assert.deepEqual(log.ordinals({ block: first, k: 0 }, first + 179, 2), [1, 2]);
    assert.deepEqual(log.ordinals({ block: first + 1, k: 1 }, first + 179, 2), [3, 4]);
    assert.deepEqual(log.ordinals({ block: first + 1, k: 2 }, first + 1, 2), []);
  });

  it("says what lay between a snapshot and the one before", (t) => {
    const { log } = filledLog(t);
    assert.deepEqual(log.notes(4), { gap });
    assert.deepEqual(log.notes(3), {});
  });

  it("keeps the last two checkpoints and the first of each day, each with the state after its tick", (t) => {
    const { log } = filledLog(t);
    assert.deepEqual(log.checkpoints(), [1, 4, 5]);
    for (const ordinal of [1, 4, 5]) {
      assert.equal(JSON.parse(log.checkpointOf(ordinal) as string).seq, ordinal);
    }
    assert.equal(log.checkpointOf(2), undefined);
  });

  it("is empty at first", (t) => {
    const log = new SnapshotsLog(tempLog(t));
    t.after(() => log.close());
    assert.equal(log.lastOrdinal(), 0);
    assert.deepEqual(log.checkpoints(), []);
  });
});

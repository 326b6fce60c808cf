// One flipped byte (field case B02): the record is named and left out, everything else is read, also when it is the
// newest; seqs that it may have held are never given out again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HeartbeatError } from "../../src/errors.js";
import { encodeFrame, mostPulsesIn } from "../../src/log/frame.js";
import { PulsesLog } from "../../src/log/pulses-log.js";
import { PulsesReader } from "../../src/log/pulses-reader.js";
import { damage } from "./damage.js";
import { frameOf, tempLog, writeLog } from "./temp-log.js";

function isCorrupt(name: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof HeartbeatError);
    assert.equal(error.code, "HB_LOG_CORRUPT");
    assert.match(error.message, name);
    return true;
  };
}

test("a damaged record is thrown by name, or told and left out", async (t) => {
  const folder = tempLog(t);
  await writeLog(folder, [2, 3, 2]);
  damage(folder, "4");
  const reader = new PulsesReader(folder);
  assert.throws(() => reader.records(0, 7), isCorrupt(/record p3 /));
  const told: number[] = [];
  const page = reader.records(0, 7, { onCorrupt: (_, first) => told.push(first) });
  assert.deepEqual(told, [3]);
  assert.deepEqual(
    page.map(({ first, last }) => [first, last]),
    [
      [1, 2],
      [6, 7],
    ],
  );
  await reader.close();
});

test("a damaged newest record: the log opens, names it, and goes on beyond every seq that it may have held", async (t) => {
  const folder = tempLog(t);
  await writeLog(folder, [2, 300]);
  damage(folder, "302");
  const log = new PulsesLog(folder);
  assert.ok(isCorrupt(/record p3 /)(log.damaged));
  assert.deepEqual(log.last, { epoch: 0, time: 1 }, "the time of the record before");
  assert.ok(log.head >= 302 && log.head < 1_000, `the head is ${log.head}`);
  const next = log.head + 1;
  log.append([frameOf(next, ["new"])], { epoch: 0, time: 400 });
  await log.close();

  const again = new PulsesLog(folder);
  assert.deepEqual([again.head, again.damaged], [next, null]);
  await again.close();
  const reader = new PulsesReader(folder);
  const told: number[] = [];
  const page = reader.records(0, next, { onCorrupt: (_, first) => told.push(first) });
  assert.deepEqual(told, [3]);
  assert.deepEqual(
    page.map(({ first, last }) => [first, last]),
    [
      [1, 2],
      [next, next],
    ],
  );
  await reader.close();
});

test("no record can have held more pulses than are passed over", () => {
  for (const count of [1, 2, 50, 10_000]) {
    const smallest = { source: "a", text: "b" };
    const pulses = Array.from({ length: count }, () => smallest);
    const record = encodeFrame({ receivedAt: 0, epoch: 0, pulses });
    assert.ok(mostPulsesIn(record) >= count, `${count} pulses`);
    assert.ok(mostPulsesIn(record) <= count + 2, `${count} pulses`);
  }
});

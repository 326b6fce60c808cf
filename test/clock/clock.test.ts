import assert from "node:assert/strict";
import { test } from "node:test";
import { laterOf, SharedClock } from "../../src/clock.js";

const start = Date.parse("2026-03-10T09:00:00Z");

function clockAt(wall: { time: number }): SharedClock {
  return new SharedClock(undefined, () => wall.time);
}

test("time follows the wall forward, however far", () => {
  const wall = { time: 60_000 };
  const clock = clockAt(wall);
  assert.deepEqual(clock.now(), { epoch: 0, time: 60_000 });
  wall.time = start;
  assert.deepEqual(clock.now(), { epoch: 0, time: start });
});

test("a wall set back by up to 60 s makes time stand still until it catches up", () => {
  const wall = { time: start };
  const clock = clockAt(wall);
  clock.now();
  for (const back of [60_000, 30_000, 1]) {
    wall.time = start - back;
    assert.deepEqual(clock.now(), { epoch: 0, time: start });
  }
  wall.time = start + 1;
  assert.deepEqual(clock.now(), { epoch: 0, time: start + 1 });
});

test("a wall set back by more than 60 s begins an epoch, once", () => {
  const wall = { time: start };
  const clock = clockAt(wall);
  clock.now();
  wall.time = start - 60_001;
  assert.deepEqual(clock.now(), { epoch: 1, time: start - 60_001 });
  assert.deepEqual(clock.now(), { epoch: 1, time: start - 60_001 });
});

test("two threads' clocks over one memory see one epoch begin", () => {
  const wall = { time: start };
  const one = clockAt(wall);
  const two = new SharedClock(one.memory, () => wall.time);
  one.now();
  wall.time = start - 3_600_000;
  assert.deepEqual([two.now(), one.now()], [one.now(), two.now()]);
  assert.equal(one.now().epoch, 1);
});

test("startAfter: a wall well before the log's last instant begins an epoch", () => {
  const wall = { time: start };
  const clock = clockAt(wall);
  clock.startAfter({ epoch: 3, time: start + 3_600_000 });
  assert.deepEqual(clock.now(), { epoch: 4, time: start });
});

test("startAfter: a wall a little before it stands still, one after it goes on", () => {
  const wall = { time: start };
  const clock = clockAt(wall);
  clock.startAfter({ epoch: 3, time: start + 10_000 });
  assert.deepEqual(clock.now(), { epoch: 3, time: start + 10_000 });
  wall.time = start + 20_000;
  assert.deepEqual(clock.now(), { epoch: 3, time: start + 20_000 });
});

test("the highest epoch is read back as it is", () => {
  const clock = clockAt({ time: start });
  clock.startAfter({ epoch: 65_534, time: start + 3_600_000 });
  assert.deepEqual(clock.now(), { epoch: 65_535, time: start });
});

test("later is by epoch, then by time", () => {
  const early = { epoch: 1, time: 5 };
  assert.equal(laterOf(early, { epoch: 0, time: 9 }), early);
  assert.equal(laterOf({ epoch: 1, time: 4 }, early), early);
  assert.equal(laterOf(early, { epoch: 1, time: 5 }), early);
});

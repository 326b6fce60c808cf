import assert from "node:assert/strict";
import { test } from "node:test";
import { gapReason } from "../../../src/supervisor/rhythm.js";
import { hour, minute, Rhythm, second } from "./beats.js";

test("H03: eight hours asleep give one catch-up beat within 30 s of waking, its gap asleep, no burst", async () => {
  const rhythm = new Rhythm("2026-03-10T10:53:00Z");
  await rhythm.world.run(4 * minute);
  rhythm.world.sleep(8 * hour);
  await rhythm.world.run(30 * second);
  assert.deepEqual(rhythm.list, ["grid 2026-03-10/082", "catchup 2026-03-10/142"]);
  assert.equal(rhythm.beats.at(-1)?.reason, "asleep");
  await rhythm.world.run(8 * minute);
  assert.equal(rhythm.list.at(-1), "grid 2026-03-10/143");
  assert.equal(rhythm.list.length, 3);
});

test("asleep over one boundary, nothing missed: still a catch-up beat", async () => {
  const rhythm = new Rhythm("2026-03-10T10:53:00Z");
  rhythm.world.sleep(7 * minute);
  await rhythm.world.run(minute);
  assert.deepEqual(rhythm.list, ["catchup 2026-03-10/082"]);
});

test("asleep within a block: no beat on waking, and the next one is on the grid", async () => {
  const rhythm = new Rhythm("2026-03-10T10:49:00Z");
  rhythm.world.sleep(3 * minute);
  await rhythm.world.run(10 * minute);
  assert.deepEqual(rhythm.list, ["grid 2026-03-10/082"]);
});

test("a beat that runs while the machine falls asleep does not hide the sleep", async () => {
  const rhythm: Rhythm = new Rhythm("2026-03-10T10:55:00Z", (_beat, number) => {
    if (number === 1) rhythm.world.sleep(2 * hour);
  });
  await rhythm.world.run(2 * minute);
  assert.deepEqual(
    rhythm.beats.map(({ kind, reason }) => [kind, reason]),
    [
      ["grid", "stopped"],
      ["catchup", "asleep"],
    ],
  );
});

test("of sleep and a step the longer is the reason", () => {
  const seen = { epoch: 0, time: 0, uptimeMs: 0 };
  assert.equal(gapReason({ epoch: 0, block: 0, seen, asleepMs: hour, steppedMs: minute }), "asleep");
  assert.equal(gapReason({ epoch: 0, block: 0, seen, asleepMs: minute, steppedMs: hour }), "clock");
  assert.equal(gapReason({ epoch: 0, block: 0, seen, asleepMs: 0, steppedMs: 0 }), "stopped");
});

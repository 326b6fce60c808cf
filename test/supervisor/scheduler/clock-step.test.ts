import assert from "node:assert/strict";
import { test } from "node:test";
import { hour, minute, Rhythm, second } from "./beats.js";

test("H04: a clock put right from 1970 gives one catch-up beat with reason clock, no back-fill", async () => {
  const rhythm = new Rhythm("1970-01-01T00:01:00Z");
  await rhythm.world.run(minute);
  rhythm.world.step(Date.parse("2026-03-10T09:00:00Z") - rhythm.world.wall);
  await rhythm.world.run(10 * second);
  assert.deepEqual(
    rhythm.beats.map(({ id, kind, reason }) => [id, kind, reason]),
    [["2026-03-10/067", "catchup", "clock"]],
  );
});

test("H04: an hour forward is one catch-up beat, then the grid", async () => {
  const rhythm = new Rhythm("2026-03-10T09:01:00Z");
  rhythm.world.step(hour);
  await rhythm.world.run(8 * minute);
  assert.deepEqual(rhythm.list, ["catchup 2026-03-10/075", "grid 2026-03-10/076"]);
  assert.equal(rhythm.beats[0]?.reason, "clock");
});

test("A10: an hour back begins a new epoch and goes on at once at the wall's block", async () => {
  const rhythm = new Rhythm("2026-03-17T14:50:00Z");
  await rhythm.world.run(10 * minute - 2 * second);
  rhythm.world.step(5 * second - hour);
  await rhythm.world.run(8 * minute);
  assert.deepEqual(
    rhythm.beats.map(({ id, kind, epoch }) => [id, kind, epoch]),
    [
      ["2026-03-17/112", "grid", 0],
      ["2026-03-17/105", "catchup", 1],
      ["2026-03-17/106", "grid", 1],
    ],
  );
  assert.equal(rhythm.beats[1]?.reason, "clock");
});

test("set back by less than a minute: time stands still, no block comes twice, and the loop does not spin", async () => {
  const rhythm = new Rhythm("2026-03-10T09:03:50Z");
  await rhythm.world.run(9.995 * second);
  rhythm.world.clock.now();
  let looks = 0;
  const { set } = rhythm.world;
  rhythm.world.set = (ms, fire) => {
    looks++;
    return set.call(rhythm.world, ms, fire);
  };
  rhythm.world.step(-30 * second);
  await rhythm.world.run(30 * second);
  assert.deepEqual(rhythm.list, []);
  assert.ok(looks < 2_000, `${looks} looks in 30 s`);
  await rhythm.world.run(10 * minute);
  assert.deepEqual(rhythm.list, ["grid 2026-03-10/068", "grid 2026-03-10/069"]);
  assert.ok(rhythm.beats.every(({ epoch }) => epoch === 0));
});

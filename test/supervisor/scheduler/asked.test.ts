import assert from "node:assert/strict";
import { test } from "node:test";
import { gate, minute, Rhythm, second } from "./beats.js";

test("a beat that is asked for waits for the one that runs: beats never overlap", async () => {
  const first = gate();
  const rhythm = new Rhythm("2026-03-10T10:00:01Z", (_beat, number) => (number === 1 ? first.opened : undefined));
  const one = rhythm.scheduler.ask("forced");
  await rhythm.world.run(second);
  const two = rhythm.scheduler.ask("forced");
  await rhythm.world.run(second);
  assert.equal(rhythm.begun, 1);
  first.open();
  await rhythm.world.run(second);
  assert.notEqual(await one, await two);
  assert.equal(rhythm.overlapped, false);
});

test("who asks before a beat has begun shares it", async () => {
  const first = gate();
  const rhythm = new Rhythm("2026-03-10T10:00:01Z", (_beat, number) => (number === 1 ? first.opened : undefined));
  const running = rhythm.scheduler.ask("forced");
  await rhythm.world.run(second);
  const asked = [rhythm.scheduler.ask("forced"), rhythm.scheduler.ask("forced")];
  first.open();
  await rhythm.world.run(second);
  await running;
  assert.equal(await asked[0], await asked[1]);
  assert.equal(rhythm.beats.length, 2);
});

test("a boundary that passes while a beat runs is taken right after it", async () => {
  const first = gate();
  const rhythm = new Rhythm("2026-03-10T10:07:50Z", (_beat, number) => (number === 1 ? first.opened : undefined));
  const forced = rhythm.scheduler.ask("forced");
  await rhythm.world.run(minute);
  assert.deepEqual(rhythm.list, []);
  first.open();
  await forced;
  await rhythm.world.run(0);
  assert.deepEqual(rhythm.list, ["forced 2026-03-10/075", "grid 2026-03-10/076"]);
});

test("a forced beat that fails while a boundary passes does not swallow that boundary's beat", async () => {
  const first = gate();
  const rhythm = new Rhythm("2026-03-10T10:07:50Z", async (_beat, number) => {
    if (number > 1) return;
    await first.opened;
    throw new Error("disk");
  });
  const forced = rhythm.scheduler.ask("forced");
  await rhythm.world.run(minute);
  first.open();
  await assert.rejects(forced, /disk/);
  await rhythm.world.run(0);
  assert.deepEqual(rhythm.list, ["grid 2026-03-10/076"]);
});

test("a start beat stands for its block, with the gap reason stopped", async () => {
  const rhythm = new Rhythm("2026-03-10T10:03:00Z");
  await rhythm.scheduler.ask("start");
  await rhythm.world.run(6 * minute);
  assert.deepEqual(
    rhythm.beats.map(({ kind, id, reason }) => [kind, id, reason]),
    [
      ["start", "2026-03-10/075", "stopped"],
      ["grid", "2026-03-10/076", "stopped"],
    ],
  );
});

test("after stop nothing is made, and what waits is told", async () => {
  const first = gate();
  const rhythm = new Rhythm("2026-03-10T10:00:01Z", (_beat, number) => (number === 1 ? first.opened : undefined));
  const running = rhythm.scheduler.ask("forced");
  await rhythm.world.run(second);
  const waiting = rhythm.scheduler.ask("forced");
  const stopped = rhythm.scheduler.stop();
  await assert.rejects(waiting, { code: "HB_UNAVAILABLE" });
  first.open();
  await stopped;
  await running;
  await assert.rejects(rhythm.scheduler.ask("forced"), { code: "HB_UNAVAILABLE" });
  await rhythm.world.run(20 * minute);
  assert.equal(rhythm.beats.length, 1);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { ForcedBeats, shareMs } from "../../../src/supervisor/forced-beats.js";
import { World } from "../world.js";

interface Setup {
  readonly world: World;
  readonly forced: ForcedBeats<number>;
  /** When each beat was begun, ms. */
  readonly begun: number[];
  /** Whether the log is as the last beat found it. */
  unchanged: boolean;
  fail: boolean;
}

function setup(): Setup {
  const world = new World("2026-03-10T10:00:00Z");
  const begun: number[] = [];
  const state = { world, begun, unchanged: true, fail: false } as Setup;
  const forced = new ForcedBeats<number>({
    timers: world,
    elapsedMs: () => world.awakeMs,
    force: async () => {
      begun.push(world.awakeMs);
      if (state.fail) throw new Error("disk");
      return begun.length;
    },
    unchanged: async () => state.unchanged,
  });
  return Object.assign(state, { forced });
}

test("requests at the same time share one beat", async () => {
  const { forced, begun } = setup();
  assert.deepEqual(await Promise.all([forced.request(), forced.request(), forced.request()]), [1, 1, 1]);
  assert.deepEqual(begun, [0]);
});

test("a request within a second shares the beat while nothing has changed", async () => {
  const { forced, begun, world } = setup();
  await forced.request();
  await world.run(shareMs - 1);
  assert.equal(await forced.request(), 1);
  await world.run(1);
  assert.equal(await forced.request(), 2);
  assert.deepEqual(begun, [0, shareMs]);
});

test("a request within a second, after something was acked, shares the next beat, a second after the last", async () => {
  const state = setup();
  const { forced, begun, world } = state;
  await forced.request();
  state.unchanged = false;
  await world.run(300);
  const one = forced.request();
  await world.run(300);
  const two = forced.request();
  await world.run(399);
  assert.deepEqual(begun, [0]);
  await world.run(1);
  assert.deepEqual([await one, await two], [2, 2]);
  assert.deepEqual(begun, [0, shareMs]);
});

test("a beat that failed is not shared afterwards", async () => {
  const state = setup();
  const { forced, world } = state;
  state.fail = true;
  await assert.rejects(forced.request(), /disk/);
  state.fail = false;
  const next = forced.request();
  await world.run(shareMs);
  assert.equal(await next, 2);
});

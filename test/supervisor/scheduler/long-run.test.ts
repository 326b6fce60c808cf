// 400 days of a laptop: awake by day, asleep by night and over noon, its clock stepped now and then, through every switch
// of daylight saving.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beatMs } from "../../../src/pipeline/beat-clock.js";
import { day, hour, minute, Rhythm } from "./beats.js";

test("400 days: each block awake has one beat, each sleep one catch-up, no id twice in an epoch", async () => {
  const rhythm = new Rhythm("2026-01-01T06:00:00Z");
  const { world } = rhythm;
  let awakeBlocks = 0;
  let wakes = 0;
  for (let number = 0; number < 400; number++) {
    for (const [awake, asleep] of [
      [33 * minute, 2 * hour + 30 * minute],
      [20 * minute + (number % 7) * minute, 20 * hour + 37 * minute - (number % 7) * minute],
    ] as const) {
      const from = world.wall;
      await world.run(awake);
      awakeBlocks += boundaries(from, world.wall);
      world.sleep(asleep);
      wakes++;
      if (number % 50 === 49) world.step(45 * minute);
      if (number % 90 === 89) world.step(-20 * 1000);
    }
  }
  await world.run(minute);
  await rhythm.scheduler.stop();
  const kinds = new Map<string, number>();
  for (const { kind } of rhythm.beats) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const ids = rhythm.beats.map(({ id, epoch }) => `${epoch} ${id}`);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(world.wall - Date.parse("2026-01-01T06:00:00Z") >= 400 * day);
  assert.equal(kinds.get("catchup"), wakes);
  assert.ok(Math.abs((kinds.get("grid") ?? 0) - awakeBlocks) <= wakes * 0.05, `${kinds.get("grid")} of ${awakeBlocks}`);
  for (const { at, kind } of rhythm.beats) if (kind === "grid") assert.ok(Date.parse(at) % beatMs <= 30_000, at);
});

/** Boundaries in (from, to]. */
function boundaries(from: number, to: number): number {
  return Math.floor(to / beatMs) - Math.floor(from / beatMs);
}

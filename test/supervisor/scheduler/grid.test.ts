import assert from "node:assert/strict";
import { test } from "node:test";
import { lookMs } from "../../../src/supervisor/scheduler.js";
import { day, minute, Rhythm, second } from "./beats.js";

test("a beat at each multiple of 480 s, within 20 ms of it, and none beside", async () => {
  const { beats, list } = await ran("2026-03-10T10:51:00Z", 30 * minute);
  assert.deepEqual(list, ["grid 2026-03-10/082", "grid 2026-03-10/083", "grid 2026-03-10/084", "grid 2026-03-10/085"]);
  for (const { at } of beats) assert.ok(Date.parse(at) % 480_000 <= 20, at);
});

test("a look at the clock at least every 5 s", async () => {
  let looks = 0;
  const rhythm = new Rhythm("2026-03-10T10:51:00Z");
  const { set } = rhythm.world;
  rhythm.world.set = (ms, fire) => {
    if (ms <= lookMs) looks++;
    return set.call(rhythm.world, ms, fire);
  };
  await rhythm.world.run(10 * minute);
  assert.ok(looks >= 120, `${looks} looks in 10 minutes`);
});

test("180 beats in every UTC day", async () => {
  const { beats } = await ran("2026-03-07T23:59:59Z", 3 * day);
  const counts = new Map<string, number>();
  for (const { id } of beats) counts.set(id.slice(0, 10), (counts.get(id.slice(0, 10)) ?? 0) + 1);
  assert.deepEqual(
    [...counts],
    [
      ["2026-03-08", 180],
      ["2026-03-09", 180],
      ["2026-03-10", 180],
    ],
  );
});

/** H02: the switches of daylight saving, which UTC does not know. */
for (const [name, from, minutes, expected] of [
  ["New York, spring", "2026-03-08T06:50:00Z", 20, ["2026-03-08T06:56", "2026-03-08T07:04"]],
  [
    "New York, autumn",
    "2026-11-01T05:50:00Z",
    80,
    ["05:52", "06:00", "06:08", "06:16", "06:24", "06:32", "06:40", "06:48", "06:56", "07:04"].map(
      (time) => `2026-11-01T${time}`,
    ),
  ],
  [
    "Berlin, autumn",
    "2026-10-25T00:50:00Z",
    31,
    ["00:56", "01:04", "01:12", "01:20"].map((time) => `2026-10-25T${time}`),
  ],
] as const) {
  test(`H02 ${name}: one beat per multiple of 480 s of UTC`, async () => {
    const { beats } = await ran(from, minutes * minute - second);
    assert.deepEqual(
      beats.map(({ at }) => at.slice(0, 16)),
      expected,
    );
  });
}

async function ran(start: string, ms: number): Promise<Rhythm> {
  const rhythm = new Rhythm(start);
  await rhythm.world.run(ms);
  await rhythm.scheduler.stop();
  return rhythm;
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { deadlineMs } from "../../../src/supervisor/scheduler.js";
import { gate, hour, minute, Rhythm } from "./beats.js";

test("B06: a beat that throws, one that is skipped and one that hangs never end the rhythm", async () => {
  const never = gate();
  const rhythm: Rhythm = new Rhythm("2026-03-10T10:00:01Z", (_beat, number) => {
    if (number === 2) throw new Error("reducer");
    if (number === 3) return Promise.reject(new Error("skipped"));
    if (number === 4) return never.opened;
    return undefined;
  });
  await rhythm.world.run(5 * 8 * minute);
  assert.deepEqual(rhythm.list, ["grid 2026-03-10/076", "grid 2026-03-10/080"]);
  assert.deepEqual(rhythm.failures, ["reducer", "skipped", `the grid beat took longer than ${deadlineMs} ms`]);
});

test("the deadline of a beat is below the length of a beat", () => {
  assert.ok(deadlineMs < 480_000);
});

test("a beat that ends after its deadline changes nothing any more", async () => {
  const late = gate();
  const rhythm = new Rhythm("2026-03-10T10:00:01Z", (_beat, number) => (number === 1 ? late.opened : undefined));
  await rhythm.world.run(16 * minute);
  late.open();
  await rhythm.world.run(8 * minute);
  const onTime = rhythm.list.filter((beat) => beat !== "grid 2026-03-10/076");
  assert.deepEqual(onTime, ["grid 2026-03-10/077", "grid 2026-03-10/078"]);
});

test("what was missed before a beat that failed is still missed after it", async () => {
  const rhythm = new Rhythm("2026-03-10T10:00:01Z", (_beat, number) => {
    if (number === 1) throw new Error("assembly is down");
  });
  rhythm.world.sleep(2 * hour);
  await rhythm.world.run(9 * minute);
  assert.deepEqual(
    rhythm.beats.map(({ kind, reason }) => [kind, reason]),
    [["grid", "asleep"]],
  );
});

test("beats that failed alone leave a gap with reason stopped", async () => {
  const rhythm = new Rhythm("2026-03-10T10:00:01Z", (_beat, number) => {
    if (number <= 3) throw new Error("down");
  });
  await rhythm.world.run(33 * minute);
  assert.deepEqual(
    rhythm.beats.map(({ id, reason }) => [id, reason]),
    [["2026-03-10/079", "stopped"]],
  );
});

test("a beat that takes its instant after its deadline takes no block from the one whose it is", async () => {
  const late = gate();
  const rhythm = new Rhythm(
    "2026-03-10T10:00:01Z",
    () => {},
    (number) => (number === 1 ? late.opened : undefined),
  );
  const boundary = 8 * minute - 1_000;
  await rhythm.world.run(boundary + deadlineMs);
  assert.equal(rhythm.failures.length, 1);
  rhythm.world.sleep(9 * minute);
  late.open();
  await rhythm.world.settle();
  await rhythm.world.run(minute);
  assert.equal(rhythm.list.at(-1), "catchup 2026-03-10/078");
});

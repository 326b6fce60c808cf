import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import type { Event } from "./fake.worker.js";
import { fakeHouse } from "./house.js";

const ahead = { epoch: 2, time: Date.now() + 3_600_000 };

for (const [what, pulses, snapshots, epoch] of [
  ["an empty log", null, null, 0],
  ["a log that ends before now", { epoch: 2, time: 1_000 }, null, 2],
  ["pulses received an hour ahead", ahead, null, 3],
  ["a snapshot made an hour ahead", null, { ordinal: 1, id: "x", instant: ahead.time, epoch: 2 }, 3],
  ["the later of both", { epoch: 4, time: 1_000 }, { ordinal: 1, id: "x", instant: ahead.time, epoch: 2 }, 4],
] as const) {
  test(`the clock starts after the log: ${what} gives epoch ${epoch}`, async (t) => {
    const { supervisor, events } = await fakeHouse(t, {
      collection: { ready: { head: 0, last: pulses, paused: null } },
      assembly: { ready: { last: snapshots } },
    });
    await supervisor.open();
    await supervisor.firstBeat();
    await supervisor.stop();
    const tick = events.find((event): event is Event & { type: "tick" } => event.type === "tick");
    assert.equal(tick?.request.epoch, epoch);
    assert.equal(tick?.request.kind, "start");
    assert.equal(tick?.request.gapReason, "stopped");
    assert.ok(Math.abs((tick?.request.instant ?? 0) - Date.now()) < 60_000);
    assert.ok((tick?.time ?? 0) >= (tick?.request.instant ?? Number.NaN), "threads share the clock");
  });
}

test("a pause that collection kept holds over the start", async (t) => {
  const { supervisor, ask } = await fakeHouse(t, {
    collection: { ready: { head: 0, last: null, paused: { until: null } } },
  });
  await supervisor.open();
  assert.deepEqual((await ask({ type: "health" })).paused, { until: null });
  await supervisor.stop();
});

test("after the first beat every thread is told to settle, once", async (t) => {
  const { supervisor, workers } = await fakeHouse(t);
  await supervisor.open();
  const posts = workers.map((worker) => t.mock.method(worker, "postMessage"));
  const told = () =>
    posts.map(({ mock }) => mock.calls.filter((call) => /'settle'/.test(inspect(call.arguments, { depth: 5 }))).length);
  assert.deepEqual(new Set(told()), new Set([0]));
  await supervisor.firstBeat();
  assert.deepEqual(new Set(told()), new Set([1]));
  await supervisor.stop();
});

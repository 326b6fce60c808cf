import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "./fake.worker.js";
import { fakeHouse } from "./house.js";

test("a crashed actor is connected to its peers again, and health counts the restart", async (t) => {
  const { supervisor, crash, step, ask } = await fakeHouse(t);
  await supervisor.open();
  crash("collection");
  await step("http connected collection", 2);
  await step("assembly connected collection", 2);
  await step("collection connected http", 2);
  const health = await ask({ type: "health" });
  assert.equal(health.status, "ok");
  assert.equal(health.actors.find(({ name }) => name === "collection")?.restarts, 1);
  await supervisor.stop();
});

test("without collection a beat is made from the last known head, and health says down", async (t) => {
  const { supervisor, crash, step, ask, events } = await fakeHouse(t);
  await supervisor.open();
  await supervisor.firstBeat();
  crash("collection");
  await step("collection closed");
  const health = await untilDown(() => ask({ type: "health" }));
  assert.match(health.problems[0] ?? "", /^collection is not running/);
  const beat = await ask({ type: "beat" });
  assert.equal(beat.ordinal, 2);
  const ticks = events.filter((event): event is Event & { type: "tick" } => event.type === "tick");
  assert.deepEqual(
    ticks.map(({ request }) => request.watermark),
    [5, 5],
  );
  await supervisor.stop();
});

test("a beat that failed because assembly died is made once it is up again", async (t) => {
  const { supervisor, crash, step, ask } = await fakeHouse(t);
  await supervisor.open();
  crash("assembly");
  await step("assembly closed");
  await untilDown(() => ask({ type: "health" }));
  await supervisor.firstBeat();
  await step("assembly tick");
  // The thread says that it ticks before main has its answer.
  const health = await until(
    () => ask({ type: "health" }),
    ({ beat }) => beat.last !== null,
  );
  assert.deepEqual(health.problems, []);
  assert.equal(health.beat.last?.id, "fake/1");
  await supervisor.stop();
});

function untilDown<T extends { status: string }>(ask: () => Promise<T>): Promise<T> {
  return until(ask, ({ status }) => status === "down");
}

async function until<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
  }
}

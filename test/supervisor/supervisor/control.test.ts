import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeHouse } from "./house.js";

test("beat: made, answered with ordinal, id and tokens of the default window", async (t) => {
  const { supervisor, ask } = await fakeHouse(t);
  await supervisor.open();
  await supervisor.firstBeat();
  assert.deepEqual(await ask({ type: "beat" }), { ordinal: 2, id: "fake/2", tokens: 100 });
  await supervisor.stop();
});

test("health: well, with the last beat", async (t) => {
  const { supervisor, ask } = await fakeHouse(t);
  await supervisor.open();
  await supervisor.firstBeat();
  const health = await ask({ type: "health" });
  assert.deepEqual([health.status, health.problems], ["ok", []]);
  assert.equal(health.beat.last?.id, "fake/1");
  assert.equal(Date.parse(health.beat.next) % 480_000, 0);
  await supervisor.stop();
});

test("pause and resume reach collection", async (t) => {
  const { supervisor, ask, steps } = await fakeHouse(t);
  await supervisor.open();
  assert.equal((await ask({ type: "pause" })).until, null);
  assert.deepEqual(await ask({ type: "resume" }), { paused: false });
  await supervisor.stop();
  const told = steps.filter((step) => /pause|resume/.test(step));
  assert.deepEqual(told, ["collection pause", "collection resume"]);
});

test("rotateToken: a new token, told to http", async (t) => {
  const { supervisor, ask, step } = await fakeHouse(t);
  await supervisor.open();
  const one = await ask({ type: "rotateToken" });
  const two = await ask({ type: "rotateToken" });
  assert.notEqual(one.token, two.token);
  await step("http token", 2);
  await supervisor.stop();
});

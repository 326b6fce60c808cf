import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeHouse } from "./house.js";

test("starts collection, assembly, http; wires each as it comes; stops in flow order, logs last", async (t) => {
  const { supervisor, step, steps, workers } = await fakeHouse(t);
  await supervisor.open();
  await supervisor.firstBeat();
  assert.equal(await supervisor.stop(), true);
  // What a thread said last comes over a port of its own, maybe after its end was told.
  await Promise.all(["http closed", "collection closed", "assembly closed"].map((closed) => step(closed)));
  assert.deepEqual(
    steps.filter((step) => !step.includes("connected")),
    [
      "collection opened",
      "assembly opened",
      "http opened",
      "collection flush",
      "assembly tick",
      "http drain",
      "http closed",
      "collection closed",
      "assembly closed",
    ],
  );
  assert.deepEqual(steps.filter((step) => step.includes("connected")).sort(), [
    "assembly connected collection",
    "assembly connected http",
    "collection connected assembly",
    "collection connected http",
    "http connected assembly",
    "http connected collection",
  ]);
  assert.deepEqual(
    workers.map(({ threadId }) => threadId),
    [-1, -1, -1],
  );
});

test("stop can be called twice", async (t) => {
  const { supervisor, step, steps } = await fakeHouse(t);
  await supervisor.open();
  assert.deepEqual(await Promise.all([supervisor.stop(), supervisor.stop()]), [true, true]);
  await Promise.all(["http closed", "collection closed", "assembly closed"].map((closed) => step(closed)));
  assert.equal(steps.filter((step) => step.endsWith("closed")).length, 3);
});

test("an actor that can't start: its reason is thrown and those that had started are closed", async (t) => {
  const { supervisor, step, steps, workers } = await fakeHouse(t, { http: { fail: "port 8180 is held" } });
  await assert.rejects(supervisor.open(), /port 8180 is held/);
  await Promise.all(["collection closed", "assembly closed"].map((closed) => step(closed)));
  assert.deepEqual(
    steps.filter((step) => step.endsWith("closed")),
    ["collection closed", "assembly closed"],
  );
  assert.deepEqual(
    workers.map(({ threadId }) => threadId),
    [-1, -1, -1],
  );
});

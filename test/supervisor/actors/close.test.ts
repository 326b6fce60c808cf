import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedCounter } from "../../actors/thread.js";
import { actorHouse } from "./harness.js";

test("close drains once, twice called; afterwards asks are rejected", async () => {
  const counter = sharedCounter();
  const { handle } = actorHouse({ settings: [{ counter }] });
  await handle.start();
  assert.deepEqual(await Promise.all([handle.close(1_000), handle.close(1_000)]), [true, true]);
  assert.deepEqual([...counter], [1, 1]);
  assert.equal(handle.state, "closed");
  await assert.rejects(handle.ask({ type: "echo", value: 1 }), { message: "http is down: the daemon is stopping" });
});

test("a thread without a log that hangs on closing is killed at the limit", async () => {
  const { handle } = actorHouse({ settings: [{ close: "hang", linger: true }], hurry: (ms) => ms === 2_000 });
  await handle.start();
  assert.equal(await handle.close(100), true);
});

test("a thread that owns a log and hangs on closing is left alone, never killed, and its asks are settled", async () => {
  const counter = sharedCounter();
  const { handle, workers } = actorHouse({
    ownsLog: true,
    settings: [{ close: "hang", counter }],
    hurry: (ms) => ms === 2_000,
  });
  await handle.start();
  const open = assert.rejects(handle.ask({ type: "hang" }), { code: "HB_CHANNEL_CLOSED" });
  assert.equal(await handle.close(100), false);
  await open;
  assert.deepEqual([...counter], [1, 1]);
  // It has no log in truth, so the test may.
  await workers[0]?.terminate();
});

test("a thread that owns a log, has closed it and does not end by itself is ended", async () => {
  const { handle } = actorHouse({ ownsLog: true, settings: [{ linger: true }], hurry: (ms) => ms === 2_000 });
  await handle.start();
  assert.equal(await handle.close(100), true);
});

test("a failing thread that owns a log closes it before the next one starts", async () => {
  const counter = sharedCounter();
  const { handle, up } = actorHouse({
    ownsLog: true,
    settings: [{ counter }],
    hurry: (ms) => ms === 100,
    onUp: () => {
      if (counter[0] === 2) assert.equal(counter[1], 1);
    },
  });
  await handle.start();
  handle.tell({ type: "crash" });
  await up(2);
  assert.deepEqual([...counter], [2, 1]);
  await handle.close(1_000);
});

test("a close while it waits to be started again ends that", async () => {
  const { handle, waits } = actorHouse();
  await handle.start();
  const open = handle.ask({ type: "hang" });
  handle.tell({ type: "exit" });
  await assert.rejects(open);
  assert.equal(await handle.close(1_000), true);
  assert.equal(handle.restarts, 0);
  assert.ok(waits.length > 0);
});

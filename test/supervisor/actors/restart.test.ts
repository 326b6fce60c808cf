import assert from "node:assert/strict";
import { test } from "node:test";
import { firstBackOffMs, healthyMs, longestBackOffMs } from "../../../src/supervisor/actor-handle.js";
import { actorHouse } from "./harness.js";

test("a crashed actor is started again, counted, and answers", async () => {
  const { handle, up, lines } = actorHouse({ hurry: (ms) => ms === firstBackOffMs });
  await handle.start();
  assert.equal(handle.state, "running");
  handle.tell({ type: "crash" });
  await up(2);
  assert.equal(handle.restarts, 1);
  assert.equal(await handle.ask({ type: "echo", value: "again" }), "again");
  assert.deepEqual(lines, ["error crashed on purpose", "info http runs again"]);
  assert.equal(await handle.close(1_000), true);
});

test("asks that are open at a crash are rejected; while it is down new ones are too, saying why", async () => {
  const { handle } = actorHouse();
  await handle.start();
  const open = handle.ask({ type: "hang" });
  handle.tell({ type: "exit" });
  await assert.rejects(open, { code: "HB_CHANNEL_CLOSED" });
  await assert.rejects(handle.ask({ type: "echo", value: 1 }), {
    code: "HB_UNAVAILABLE",
    message: "http is down: the http thread ended by itself with code 3",
  });
  assert.equal(handle.reason, "the http thread ended by itself with code 3");
  await handle.close(1_000);
});

test("the back-off doubles from 0.1 s to 30 s while it can't get up", async () => {
  const { handle, waits, up } = actorHouse({
    settings: [{}, ...Array(11).fill({ open: "fail" }), {}],
    hurry: (ms) => ms <= longestBackOffMs && ms !== 2_000,
  });
  await handle.start();
  handle.tell({ type: "exit" });
  await up(2);
  const expected = [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000];
  assert.deepEqual(
    waits.filter((ms) => expected.includes(ms)),
    expected,
  );
  assert.equal(handle.restarts, 12);
  await handle.close(1_000);
});

test("the back-off begins anew after a minute of health, not before", async () => {
  let elapsed = 0;
  const { handle, waits, up } = actorHouse({ hurry: (ms) => ms < 1_000, elapsedMs: () => elapsed });
  await handle.start();
  for (const [count, upFor] of [
    [2, 0],
    [3, healthyMs - 1],
    [4, healthyMs],
  ] as const) {
    elapsed += upFor;
    handle.tell({ type: "exit" });
    await up(count);
  }
  assert.deepEqual(
    waits.filter((ms) => ms < 1_000),
    [100, 200, 100],
  );
  await handle.close(1_000);
});

test("an actor that asks what main does not know is started again", async () => {
  const { handle, up } = actorHouse({ hurry: (ms) => ms === firstBackOffMs });
  await handle.start();
  await assert.rejects(handle.ask({ type: "askMain", message: { type: "dance" } }));
  await up(2);
  assert.equal(await handle.ask({ type: "echo", value: 1 }), 1);
  await handle.close(1_000);
});

test("the newest status and what was said with ready are kept", async () => {
  const { handle, lines } = actorHouse();
  assert.deepEqual(Object.keys(await handle.start()), ["opened", "time"]);
  handle.tell({ type: "report", value: 1 });
  handle.tell({ type: "report", value: 2 });
  await handle.ask({ type: "echo", value: 0 });
  assert.equal(handle.status, 2);
  assert.deepEqual(lines, ["info a line", "info a line"]);
  await handle.close(1_000);
});

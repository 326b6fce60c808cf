import assert from "node:assert/strict";
import { test } from "node:test";
import { startLimitMs } from "../../../src/supervisor/actor-handle.js";
import { actorHouse } from "./harness.js";

test("a first start that fails is thrown, not tried again, and leaves no thread", async () => {
  const { handle, waits } = actorHouse({ settings: [{ open: "fail" }] });
  await assert.rejects(handle.start(), /the fixture can't open/);
  assert.equal(await handle.close(1_000), true);
  assert.equal(handle.restarts, 0);
  assert.equal(waits.includes(100), false);
});

test("an actor that does not get ready within the limit has failed; its thread is killed", async () => {
  const { handle } = actorHouse({ settings: [{ open: "never" }], hurry: () => true });
  await assert.rejects(handle.start(), {
    code: "HB_TIMEOUT",
    message: `starting http took longer than ${startLimitMs} ms`,
  });
  assert.equal(await handle.close(1_000), true);
});

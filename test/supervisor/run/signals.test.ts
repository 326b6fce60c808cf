import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitStopRequest } from "../../../src/supervisor/signals.js";

test("the first signal asks, the second forces, and afterwards the signals are Node's again", async () => {
  let forced = 0;
  const before = process.listenerCount("SIGTERM");
  const stop = awaitStopRequest(() => forced++);
  process.emit("SIGTERM", "SIGTERM");
  assert.equal(await stop.first, "SIGTERM");
  assert.equal(forced, 0);
  process.emit("SIGINT", "SIGINT");
  assert.equal(forced, 1);
  stop.release();
  assert.equal(process.listenerCount("SIGTERM"), before);
});

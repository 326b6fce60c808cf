import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitStopRequest, sameWishMs } from "../../../src/supervisor/signals.js";

test("the first signal asks, the second forces, and afterwards the signals are Node's again", async () => {
  let forced = 0;
  let elapsed = 1000;
  const before = process.listenerCount("SIGTERM");
  const stop = awaitStopRequest(
    () => forced++,
    () => elapsed,
  );
  process.emit("SIGTERM", "SIGTERM");
  assert.equal(await stop.first, "SIGTERM");
  assert.equal(forced, 0);
  elapsed += sameWishMs;
  process.emit("SIGINT", "SIGINT");
  assert.equal(forced, 1);
  stop.release();
  assert.equal(process.listenerCount("SIGTERM"), before);
});

test("one Ctrl-C that arrives twice, or a terminal that closes, does not force", async () => {
  let forced = 0;
  let elapsed = 1000;
  const stop = awaitStopRequest(
    () => forced++,
    () => elapsed,
  );
  process.emit("SIGINT", "SIGINT");
  elapsed += sameWishMs - 1;
  process.emit("SIGINT", "SIGINT");
  process.emit("SIGTERM", "SIGTERM");
  elapsed += 10_000;
  process.emit("SIGHUP", "SIGHUP");
  assert.equal(await stop.first, "SIGINT");
  assert.equal(forced, 0);
  stop.release();
});

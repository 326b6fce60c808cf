import assert from "node:assert/strict";
import { test } from "node:test";
import { BeatRecord } from "../../../src/supervisor/beat-record.js";

test("a beat that takes long is said to, until it has ended", () => {
  const record = new BeatRecord();
  assert.equal(record.lateness(1e9), null);
  record.begun("grid", 1_000);
  assert.equal(record.lateness(20_999), null);
  assert.equal(record.lateness(46_500), "the grid beat has been in the making for 45 s; /now is the one before");
  record.failed("grid", new Error("too late"));
  assert.equal(record.lateness(1e9), null);
});

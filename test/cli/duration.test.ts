import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDuration } from "../../src/cli/duration.js";

test("durations in minutes", () => {
  const table = { "30m": 30, "2h": 120, "1h30m": 90, "1d": 1440, "90s": 1.5, "1H": 60 };
  for (const [text, minutes] of Object.entries(table)) assert.equal(parseDuration(text), minutes, text);
});

test("what is no duration", () => {
  for (const text of ["", "30", "m", "-5m", "0m", "1.5h", "2 h", "30min", `${"9".repeat(400)}h`]) {
    assert.throws(() => parseDuration(text), { code: "HB_USAGE" }, text);
  }
});

// What --from and --to mean.

import assert from "node:assert/strict";
import { test } from "node:test";
import { timeRange } from "../../src/replay/time-range.js";

test("a border is a UTC day, a beat or an instant: the begin of --from, the end of --to", () => {
  const table: [from: string, to: string, begin: string, end: string][] = [
    ["2026-03-13", "2026-03-13", "2026-03-13T00:00:00Z", "2026-03-14T00:00:00Z"],
    ["2026-03-13/074", "2026-03-13/074", "2026-03-13T09:52:00Z", "2026-03-13T10:00:00Z"],
    ["2026-03-13T10:00:00+01:00", "2026-03-13T09:00:00Z", "2026-03-13T09:00:00Z", "2026-03-13T09:00:00.001Z"],
  ];
  for (const [from, to, begin, end] of table) {
    assert.deepEqual(timeRange({ from, to }), { begin: Date.parse(begin), end: Date.parse(end) });
  }
  assert.deepEqual(timeRange({}), { begin: -Infinity, end: Infinity });
});

test("anything else is refused with what was expected", () => {
  for (const from of ["yesterday", "2026-02-30", "2026-03-13/180", "2026-03-13T10:00:00", "2026-3-1"]) {
    assert.throws(() => timeRange({ from }), { code: "HB_USAGE", message: /^--from: expected a UTC day/ }, from);
  }
  assert.throws(() => timeRange({ from: "2026-03-14", to: "2026-03-13" }), { message: /expected a time after --from/ });
});

// Times as they are sent: each that the calendar has is read to the millisecond, each that it has not is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maxTime, minTime, parseTime } from "../../src/pipeline/pulse-time.js";

const good: readonly (readonly [value: string | number, time: number])[] = [
  ["2026-03-17T17:58:41.956Z", Date.UTC(2026, 2, 17, 17, 58, 41, 956)],
  ["2026-03-17t17:58:41z", Date.UTC(2026, 2, 17, 17, 58, 41)],
  ["2026-03-17 17:58:41+01:00", Date.UTC(2026, 2, 17, 16, 58, 41)],
  ["2026-03-17T00:30:00-05:45", Date.UTC(2026, 2, 17, 6, 15)],
  ["2026-03-17T17:58:41.9Z", Date.UTC(2026, 2, 17, 17, 58, 41, 900)],
  ["2026-03-17T17:58:41.95+00:00", Date.UTC(2026, 2, 17, 17, 58, 41, 950)],
  ["2026-03-17T17:58:41.956789123Z", Date.UTC(2026, 2, 17, 17, 58, 41, 956)],
  ["2028-02-29T00:00:00Z", Date.UTC(2028, 1, 29)],
  ["2000-02-29T00:00:00Z", Date.UTC(2000, 1, 29)],
  [1_773_396_000_000, 1_773_396_000_000],
  [1_773_396_000_000.9, 1_773_396_000_000],
  [minTime, minTime],
  [maxTime, maxTime],
];

for (const [value, time] of good) test(`${value} is ${time}`, () => assert.equal(parseTime(value), time));

const bad: readonly (readonly [value: string | number, says: RegExp])[] = [
  ["2026-02-31T10:00:00Z", /day that exists/],
  ["2026-02-29T10:00:00Z", /day that exists/],
  ["2100-02-29T10:00:00Z", /day that exists/],
  ["2026-13-01T10:00:00Z", /day that exists/],
  ["2026-00-10T10:00:00Z", /day that exists/],
  ["2026-04-00T10:00:00Z", /day that exists/],
  ["2026-04-31T10:00:00Z", /day that exists/],
  ["2026-03-10T24:00:00Z", /time of day/],
  ["2016-12-31T23:59:60Z", /time of day/],
  ["2026-03-10T23:60:00Z", /time of day/],
  ["2026-03-10T10:00:00+24:00", /offset of at most/],
  ["2026-03-10T10:00:00+01:60", /offset of at most/],
  ["2026-03-10T10:00:00", /names no zone/],
  ["2026-03-10 10:00", /names no zone/],
  ["2026-03-10", /names no zone/],
  ["not-a-date", /RFC 3339.*"not-a-date" came/],
  ["2026-03-10T10:00:00 Europe/Berlin", /RFC 3339/],
  ["2026-03-10T10:00:00.Z", /RFC 3339/],
  ["20260310T100000Z", /RFC 3339/],
  ["２026-03-10T10:00:00Z", /RFC 3339/],
  ["", /RFC 3339/],
  [`2026-03-10T10:00:00.${"0".repeat(4_000)}Z`, /RFC 3339/],
  [1_773_396_000, /only be seconds: multiply it by 1000/],
  [0, /only be seconds/],
  [-1, /only be seconds/],
  [minTime - 1, /2000–2200/],
  [maxTime + 1, /2000–2200/],
  [1_773_396_000_000_000, /2000–2200/],
  ["1999-12-31T23:59:59.999Z", /2000–2200/],
  ["2201-01-01T00:00:00Z", /2000–2200/],
];

for (const [value, says] of bad) {
  test(`${String(value).slice(0, 40)} is refused`, () => {
    const said = parseTime(value);
    assert.equal(typeof said, "string");
    assert.match(String(said), says);
  });
}

test("whatever instant, in whatever offset, comes back", () => {
  const offsets = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
  fc.assert(
    fc.property(fc.integer({ min: minTime, max: maxTime - 86_400_000 }), offsets, (time, offset) => {
      const local = new Date(time + offset * 60_000).toISOString().slice(0, -1);
      const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) =>
        String(n).padStart(2, "0"),
      );
      assert.equal(parseTime(`${local}${offset < 0 ? "-" : "+"}${hours}:${minutes}`), time);
    }),
  );
});

// Local time from the offsets that a tick carries; days of 23 to 25 hours, half-hour shifts, a day that does not exist.
// Field case H01.

import assert from "node:assert/strict";
import { test } from "node:test";
import { blockId, blockOf } from "../../src/pipeline/beat-clock.js";
import { localTime } from "../../src/pipeline/local-time.js";
import type { ZoneOffsets } from "../../src/pipeline/tick.js";

const utc = (text: string) => Date.parse(text);
const berlin: ZoneOffsets = [
  { at: 0, minutes: 60 },
  { at: utc("2026-03-29T01:00Z"), minutes: 120 },
  { at: utc("2026-10-25T01:00Z"), minutes: 60 },
];
const lordHowe: ZoneOffsets = [
  { at: 0, minutes: 630 },
  { at: utc("2026-10-03T15:30Z"), minutes: 660 },
];
const apia: ZoneOffsets = [
  { at: 0, minutes: -600 },
  { at: utc("2011-12-30T10:00Z"), minutes: 840 },
];
const newYork: ZoneOffsets = [
  { at: 0, minutes: -300 },
  { at: utc("2026-03-08T07:00Z"), minutes: -240 },
];

const table: readonly (readonly [instant: string, offsets: ZoneOffsets, read: string])[] = [
  ["2026-03-29T00:59:59Z", berlin, "Sun 29 Mar 2026 01:59"],
  ["2026-03-29T01:00:00Z", berlin, "Sun 29 Mar 2026 03:00"],
  ["2026-10-25T00:59:59Z", berlin, "Sun 25 Oct 2026 02:59"],
  ["2026-10-25T01:00:00Z", berlin, "Sun 25 Oct 2026 02:00"],
  ["2026-10-25T23:30:00Z", berlin, "Mon 26 Oct 2026 00:30"],
  ["2026-10-03T15:29:59Z", lordHowe, "Sun 4 Oct 2026 01:59"],
  ["2026-10-03T15:30:00Z", lordHowe, "Sun 4 Oct 2026 02:30"],
  ["2011-12-30T09:59:59Z", apia, "Thu 29 Dec 2011 23:59"],
  ["2011-12-30T10:00:00Z", apia, "Sat 31 Dec 2011 00:00"],
  ["2026-03-08T04:59:59Z", newYork, "Sat 7 Mar 2026 23:59"],
  ["2026-03-08T05:00:00Z", newYork, "Sun 8 Mar 2026 00:00"],
  ["2024-02-29T12:00:00Z", berlin, "Thu 29 Feb 2024 13:00"],
  ["1969-12-31T22:00:00Z", berlin, "Wed 31 Dec 1969 23:00"],
];

for (const [instant, offsets, read] of table) {
  test(`${instant} reads ${read}`, () => {
    const { date, year, clock } = localTime(utc(instant), offsets);
    assert.equal(`${date} ${year} ${clock}`, read);
  });
}

test("H01: a UTC day has 180 blocks whatever local time does, and their ids follow UTC", () => {
  for (const day of ["2026-03-08", "2026-10-04", "2026-10-25", "2018-11-04"]) {
    const first = blockOf(utc(`${day}T00:00Z`));
    assert.equal(blockId(first), `${day}/000`);
    assert.equal(blockId(first + 179), `${day}/179`);
    assert.equal(blockOf(utc(`${day}T00:00Z`) + 86_400_000), first + 180);
  }
});

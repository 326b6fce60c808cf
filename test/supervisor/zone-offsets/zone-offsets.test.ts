import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs } from "../../../src/pipeline/beat-clock.js";
import { coveredDays, ZoneOffsetTable } from "../../../src/supervisor/zone-offsets.js";

/** Zone, an instant, and the transitions around it from the tz database: UTC instant and minutes east. */
const cases: readonly (readonly [
  zone: string,
  time: string,
  first: number,
  ...transitions: (readonly [string, number])[],
])[] = [
  [
    "America/New_York",
    "2024-06-15T12:00:00Z",
    -240,
    ["2023-11-05T06:00:00Z", -300],
    ["2024-03-10T07:00:00Z", -240],
    ["2024-11-03T06:00:00Z", -300],
    ["2025-03-09T07:00:00Z", -240],
  ],
  [
    "Europe/Berlin",
    "2024-06-15T12:00:00Z",
    120,
    ["2023-10-29T01:00:00Z", 60],
    ["2024-03-31T01:00:00Z", 120],
    ["2024-10-27T01:00:00Z", 60],
    ["2025-03-30T01:00:00Z", 120],
  ],
  [
    "Australia/Lord_Howe",
    "2024-06-15T12:00:00Z",
    630,
    ["2023-09-30T15:30:00Z", 660],
    ["2024-04-06T15:00:00Z", 630],
    ["2024-10-05T15:30:00Z", 660],
    ["2025-04-05T15:00:00Z", 630],
  ],
  [
    "Pacific/Apia",
    "2011-12-30T12:00:00Z",
    -600,
    ["2011-04-02T14:00:00Z", -660],
    ["2011-09-24T14:00:00Z", -600],
    ["2011-12-30T10:00:00Z", 840],
    ["2012-03-31T14:00:00Z", 780],
    ["2012-09-29T14:00:00Z", 840],
  ],
  [
    "Africa/Casablanca",
    "2023-12-01T12:00:00Z",
    60,
    ["2023-03-19T02:00:00Z", 0],
    ["2023-04-23T02:00:00Z", 60],
    ["2024-03-10T02:00:00Z", 0],
    ["2024-04-14T02:00:00Z", 60],
  ],
  ["UTC", "2024-06-15T12:00:00Z", 0],
  ["Asia/Kathmandu", "2024-06-15T12:00:00Z", 345],
];

for (const [zone, time, first, ...transitions] of cases) {
  test(`${zone} around ${time.slice(0, 10)}`, () => {
    const offsets = new ZoneOffsetTable().at(zone, Date.parse(time));
    const [begin, ...rest] = offsets.map(({ at, minutes }) => [new Date(at).toISOString(), minutes]);
    assert.equal(begin?.[1], first);
    assert.deepEqual(
      rest,
      transitions.map(([at, minutes]) => [new Date(at).toISOString(), minutes]),
    );
  });
}

test("covers 400 days before and after every instant of its day, ascending", () => {
  const table = new ZoneOffsetTable();
  const day = Date.parse("2026-03-10T00:00:00Z");
  const [first, ...rest] = table.at("America/New_York", day + dayMs - 1);
  assert.ok((first?.at ?? Number.NaN) <= day - coveredDays * dayMs);
  assert.deepEqual(
    rest,
    [...rest].sort((a, b) => a.at - b.at),
  );
  // The switch of March 2027 is 369 days on, that of November 2027 is beyond.
  assert.equal(new Date(rest.at(-1)?.at ?? 0).toISOString(), "2027-03-14T07:00:00.000Z");
});

test("an offset with seconds is rounded to minutes", () => {
  const offsets = new ZoneOffsetTable().at("Africa/Monrovia", Date.parse("1971-06-01T00:00:00Z"));
  assert.deepEqual(
    offsets.map(({ minutes }) => minutes),
    [-44, 0],
  );
});

test("worked out once a day and zone", () => {
  const table = new ZoneOffsetTable();
  const day = Date.parse("2026-03-10T00:00:00Z");
  const morning = table.at("Europe/Berlin", day);
  assert.equal(table.at("Europe/Berlin", day + dayMs - 1), morning);
  assert.notEqual(table.at("Europe/Berlin", day + dayMs), morning);
  assert.notEqual(table.at("UTC", day), morning);
});

test("an unknown zone is an error", () => {
  assert.throws(() => new ZoneOffsetTable().at("Mars/Olympus", 0), RangeError);
});

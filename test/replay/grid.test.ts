// Which ticks a file without ticks gets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gridTicks } from "../../src/replay/grid.js";
import { defaultSettings } from "../pipeline/recorded.js";

const settings = { zone: "UTC", offsets: () => [{ at: 0, minutes: 0 }], intentions: "- x", config: defaultSettings };

function ids(first: string, last: string): string[] {
  return [...gridTicks(Date.parse(first), Date.parse(last), settings)].map(({ ordinal, id }) => `${ordinal} ${id}`);
}

test("ticks go from the first boundary at or after the first receipt to the first at or after the last", () => {
  const table: [first: string, last: string, expected: string[]][] = [
    ["2026-03-10T08:56:01Z", "2026-03-10T09:04:01Z", ["1 2026-03-10/068", "2 2026-03-10/069"]],
    ["2026-03-10T08:56:00Z", "2026-03-10T09:04:00Z", ["1 2026-03-10/067", "2 2026-03-10/068"]],
    ["2026-03-10T08:56:00.001Z", "2026-03-10T09:03:59.999Z", ["1 2026-03-10/068"]],
    ["2026-03-10T08:56:00Z", "2026-03-10T08:56:00Z", ["1 2026-03-10/067"]],
    ["2026-03-10T23:51:00Z", "2026-03-11T00:00:01Z", ["1 2026-03-10/179", "2 2026-03-11/000", "3 2026-03-11/001"]],
  ];
  for (const [first, last, expected] of table) assert.deepEqual(ids(first, last), expected, `${first} ${last}`);
});

test("a tick holds what it is given, and the zone's offsets at its instant", () => {
  const asked: number[] = [];
  const offsets = (instant: number) => {
    asked.push(instant);
    return [{ at: 0, minutes: 60 }];
  };
  const [tick] = gridTicks(480_000, 480_000, { ...settings, zone: "Europe/Berlin", offsets });
  assert.deepEqual(tick, {
    ordinal: 1,
    id: "1970-01-01/001",
    instant: 480_000,
    epoch: 0,
    kind: "grid",
    zone: "Europe/Berlin",
    offsets: [{ at: 0, minutes: 60 }],
    intentions: "- x",
    config: defaultSettings,
  });
  assert.deepEqual(asked, [480_000]);
});

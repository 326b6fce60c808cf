// A meeting that is held at nine by the wall clock of its zone, through the switch to summer time and a government that
// changes its mind: what people read is the wall time, what is sorted and compared are instants.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs } from "../../src/pipeline/beat-clock.js";
import type { Pulse } from "../../src/pipeline/pulse.js";
import { Machine } from "./machine.js";

const hour = 3_600_000;

/** A meeting of half an hour. */
function meeting(key: string, time: string): Pulse {
  const begin = Date.parse(time);
  return { source: "calendar", type: "event", key, text: `Standup ${key}`, time: begin, until: begin + hour / 2 };
}

function projection(machine: Machine): readonly string[] {
  const text = machine.log.records.at(-1)?.text ?? "";
  return [...text.matchAll(/^- p\d+ (.*)\n/gm)].map(([, line]) => line as string);
}

test("a weekly series reads nine o'clock on both sides of the switch and stands in the order of its instants", async () => {
  const machine = new Machine("2026-03-01T12:00:00Z");
  machine.zone = "America/New_York";
  const instants = ["2026-03-23T13:00Z", "2026-03-02T14:00Z", "2026-03-16T13:00Z", "2026-03-09T13:00Z"];
  for (const time of instants) machine.say(meeting(time.slice(0, 10), time));
  await machine.start();
  assert.deepEqual(projection(machine), [
    "Mon 2 Mar 09:00–09:30 Standup 2026-03-02",
    "Mon 9 Mar 09:00–09:30 Standup 2026-03-09",
    "Mon 16 Mar 09:00–09:30 Standup 2026-03-16",
    "Mon 23 Mar 09:00–09:30 Standup 2026-03-23",
  ]);
});

test("an instant that its calendar resolves anew moves; a snapshot that was made keeps what it said", async () => {
  const machine = new Machine("2023-03-24T12:00:00Z");
  machine.zone = "Asia/Beirut";
  machine.say(meeting("1", "2023-03-26T07:00Z"));
  await machine.start();
  const before = projection(machine);
  machine.say(meeting("1", "2023-03-26T06:00Z"));
  await machine.force();
  assert.equal(before.length, 1);
  assert.deepEqual(projection(machine), ["Sun 26 Mar 09:00–09:30 Standup 1"]);
  assert.match(machine.log.records[0]?.text ?? "", /Sun 26 Mar 10:00–10:30 Standup 1\n/);
});

test("another zone between two beats: the same instants, read by the new clock", async () => {
  const machine = new Machine("2026-06-01T06:01:00Z");
  machine.zone = "Europe/Berlin";
  machine.say(meeting("1", "2026-06-01T22:30Z"));
  await machine.start();
  assert.deepEqual(projection(machine), ["Tue 2 Jun 00:30–01:00 Standup 1"]);
  machine.zone = "Asia/Kathmandu";
  await machine.awake(dayMs / 180);
  assert.deepEqual(projection(machine), ["Tue 2 Jun 04:15–04:45 Standup 1"]);
  assert.match(machine.log.records.at(-1)?.text ?? "", /# NOW Mon 1 Jun 2026 11:53 Asia\/Kathmandu\n/);
});

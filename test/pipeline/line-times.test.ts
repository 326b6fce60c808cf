// How a line tells its time: absolute and local; the day where it is not the tick's, the year where it is not the tick's.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { SectionName } from "../../src/pipeline/snapshot.js";
import { type Said, Timeline } from "./timeline.js";

interface Case {
  readonly about: string;
  readonly received: string;
  readonly said: Said;
  readonly tick: string;
  readonly section: SectionName;
  readonly line: string;
}

const text = "Stand-up";
const table: readonly Case[] = [
  { about: "recent", received: "10:46", said: { text }, tick: "10:48", section: "NOW", line: "- p1 10:46 Stand-up" },
  {
    about: "running",
    received: "10:46",
    said: { text, time: "10:30", until: "11:00" },
    tick: "10:48",
    section: "NOW",
    line: "- p1 10:30–11:00 Stand-up",
  },
  {
    about: "begun and over within a minute",
    received: "10:46:40",
    said: { text, time: "10:46:01", until: "10:46:59" },
    tick: "10:48",
    section: "NOW",
    line: "- p1 10:46 Stand-up",
  },
  {
    about: "two minutes that are a second apart",
    received: "10:47",
    said: { text, time: "10:46:59", until: "10:47:00" },
    tick: "10:48",
    section: "NOW",
    line: "- p1 10:46–10:47 Stand-up",
  },
  {
    about: "a state",
    received: "10:46",
    said: { text, key: "k" },
    tick: "10:48",
    section: "NOW",
    line: "- p1 since 10:46 Stand-up",
  },
  {
    about: "a state since yesterday",
    received: "00:01",
    said: { text, key: "k", time: "2026-03-12T23:59" },
    tick: "00:08",
    section: "NOW",
    line: "- p1 since Thu 12 Mar 23:59 Stand-up",
  },
  {
    about: "running since yesterday",
    received: "00:01",
    said: { text, time: "2026-03-12T23:00", until: "00:30" },
    tick: "00:08",
    section: "NOW",
    line: "- p1 Thu 12 Mar 23:00–00:30 Stand-up",
  },
  {
    about: "running until tomorrow",
    received: "23:46",
    said: { text, time: "23:40", until: "2026-03-14T00:30" },
    tick: "23:52",
    section: "NOW",
    line: "- p1 23:40–Sat 14 Mar 00:30 Stand-up",
  },
  {
    about: "running since last year",
    received: "10:46",
    said: { text, time: "2025-12-31T09:00", until: "11:00" },
    tick: "10:48",
    section: "NOW",
    line: "- p1 Wed 31 Dec 2025 09:00–11:00 Stand-up",
  },
  {
    about: "to come",
    received: "10:46",
    said: { text, time: "11:00" },
    tick: "10:48",
    section: "PROJECTION",
    line: "- p1 Fri 13 Mar 11:00 Stand-up",
  },
  {
    about: "to come, with an end",
    received: "10:46",
    said: { text, time: "11:00", until: "11:15" },
    tick: "10:48",
    section: "PROJECTION",
    line: "- p1 Fri 13 Mar 11:00–11:15 Stand-up",
  },
  {
    about: "to come, over within its minute",
    received: "10:46",
    said: { text, time: "11:00", until: "11:00" },
    tick: "10:48",
    section: "PROJECTION",
    line: "- p1 Fri 13 Mar 11:00 Stand-up",
  },
  {
    about: "to come, over midnight",
    received: "10:46",
    said: { text, time: "23:00", until: "2026-03-14T01:00" },
    tick: "10:48",
    section: "PROJECTION",
    line: "- p1 Fri 13 Mar 23:00–Sat 14 Mar 01:00 Stand-up",
  },
  {
    about: "to come, next year",
    received: "10:46",
    said: { text, time: "2027-01-02T08:05" },
    tick: "10:48",
    section: "PROJECTION",
    line: "- p1 Sat 2 Jan 2027 08:05 Stand-up",
  },
  {
    about: "past: its end",
    received: "10:46",
    said: { text, time: "10:30", until: "10:47" },
    tick: "11:04",
    section: "HISTORY",
    line: "- b1 Fri 13 Mar 10:47 Stand-up",
  },
  {
    about: "past, last year",
    received: "10:46",
    said: { text, time: "2025-03-13T10:00" },
    tick: "10:48",
    section: "HISTORY",
    line: "- b1 Thu 13 Mar 2025 10:00 Stand-up",
  },
];

for (const { about, received, said, tick, section, line } of table) {
  test(about, () => {
    const timeline = new Timeline();
    timeline.say(received, said);
    assert.deepEqual(timeline.lines(section, tick), [line]);
  });
}

test("the NOW heading has day, date, year, clock and zone", () => {
  const { windows } = new Timeline().tick("10:56", { zone: "Europe/Berlin", offsets: [{ at: 0, minutes: 60 }] });
  assert.equal(windows[0]?.text, "# NOW Fri 13 Mar 2026 11:56 Europe/Berlin\n");
});

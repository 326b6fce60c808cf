// Compaction: periods that have been over for a while keep at most N sentences, lowest level first; what says the same and
// has no key is united; something of each lower period stays.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Beat } from "../../src/pipeline/beat.js";
import { Timeline } from "./timeline.js";

const levels = (timeline: Timeline) => timeline.state.beats.map(({ level }) => level);

test("an hour is compacted when it has been over for an hour, at the first tick of another hour", () => {
  const timeline = new Timeline();
  timeline.say("09:30", "ran it");
  const at = (tick: string) => {
    timeline.tick(tick);
    return levels(timeline)[0];
  };
  assert.deepEqual([at("09:52"), at("10:56"), at("11:04")], ["block", "block", "hour"]);
});

test("within an hour nothing is compacted, also if it is due", () => {
  const timeline = new Timeline();
  timeline.tick("12:00");
  timeline.say("12:01", { text: "late", time: "09:30" });
  timeline.tick("12:08");
  assert.deepEqual(levels(timeline), ["block"]);
  timeline.tick("13:04");
  assert.deepEqual(levels(timeline), ["hour"]);
});

test("an hour keeps 16, something of each block first, by importance before all", () => {
  const timeline = new Timeline();
  timeline.say("09:05", { source: "a", text: "important", importance: 90 });
  for (let source = 0; source < 4; source++)
    for (let n = 0; n < 4; n++) timeline.say("09:06", { source: `s${source}`, text: `early ${n}` });
  for (let source = 0; source < 4; source++)
    for (let n = 0; n < 4; n++) timeline.say("09:50", { source: `s${source}`, text: `late ${n}` });
  timeline.tick("10:08");
  timeline.tick("11:04");
  const kept = timeline.state.beats;
  assert.equal(kept.length, 16);
  assert.equal(kept.filter(({ text }) => text === "important").length, 1);
  assert.equal(kept.filter(({ text }) => text.startsWith("early")).length, 7);
  assert.equal(kept.filter(({ text }) => text.startsWith("late")).length, 8);
});

test("what is kept is unchanged but for its level", () => {
  const timeline = new Timeline();
  timeline.say("09:30", "ran it");
  timeline.tick("09:52");
  const [before] = structuredClone(timeline.state.beats);
  timeline.tick("11:04");
  assert.deepEqual(timeline.state.beats, [{ ...before, level: "hour" }]);
});

test("what says the same is united: new id, span, counts summed, refs its parts", () => {
  const timeline = new Timeline();
  timeline.say("09:05", { text: "ran tests", importance: 30 });
  timeline.say("09:20", { text: "ran tests", importance: 70 });
  timeline.say("09:20:10", { text: "ran tests" });
  timeline.say("09:40", { text: "deployed" });
  timeline.tick("10:00");
  timeline.tick("11:04");
  const told = timeline.state.beats.map(({ n, text, importance, count, refs }: Beat) => ({
    n,
    text,
    importance,
    count,
    refs,
  }));
  assert.deepEqual(told, [
    { n: 4, text: "ran tests", importance: 70, count: 3, refs: ["b1", "b2"] },
    { n: 3, text: "deployed", importance: 50, count: 1, refs: ["p4"] },
  ]);
});

test("keyed sentences, other categories and other sources are not united", () => {
  const timeline = new Timeline();
  timeline.say("09:05", { key: "k", text: "same", until: "09:06" });
  timeline.say("09:20", { key: "k", text: "same", until: "09:21" });
  timeline.say("09:05", { text: "same" });
  timeline.say("09:05", { text: "same", type: "note", category: "work" });
  timeline.say("09:05", { source: "git", text: "same" });
  timeline.tick("10:00");
  timeline.tick("11:04");
  assert.equal(timeline.state.beats.length, 5);
});

test('all "more" of a source are one, N summed', () => {
  const timeline = new Timeline();
  for (const minute of ["09:06", "09:20"]) for (let n = 0; n < 6; n++) timeline.say(minute, { text: `${minute} ${n}` });
  timeline.tick("10:00");
  timeline.tick("11:04");
  const more = timeline.state.beats.filter((beat) => beat.more);
  assert.deepEqual(
    more.map(({ text, count, refs }) => [text, count, refs.length]),
    [["4 more from shell", 4, 2]],
  );
});

test("days after 24 h keep 24, months after 31 days keep 24, older than 12 months 64 together", () => {
  const timeline = new Timeline();
  const counts = new Map<string, number>();
  const days = 500;
  for (let day = 0; day < days; day++) {
    const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
    for (let hour = 8; hour < 15; hour++) {
      for (const part of ["a", "b", "c", "d"])
        timeline.say(`${date}T${String(hour).padStart(2, "0")}:10`, `${part} of ${date} ${hour}`);
      timeline.pass(`${date}T${String(hour).padStart(2, "0")}:16`);
    }
  }
  for (const beat of timeline.state.beats) {
    const month = new Date(beat.until).toISOString().slice(0, 7);
    const period = {
      block: "block",
      hour: "hour",
      day: new Date(beat.until).toISOString().slice(0, 10),
      month,
      older: "older",
    };
    const key = `${beat.level} ${period[beat.level]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const of = (level: string) => [...counts].filter(([key]) => key.startsWith(level)).map(([, n]) => n);
  assert.deepEqual(new Set(of("day ")), new Set([24]));
  assert.deepEqual(new Set(of("month ")), new Set([24]));
  assert.deepEqual(of("older "), [64]);
  // The last tick is on 15 May 2026: months more than 12 before are older, the last 31 days and what they began are days.
  assert.equal(of("month ").length, 11);
  const april = timeline.state.beats.filter(
    ({ level, until }) => level === "month" && new Date(until).toISOString().startsWith("2026-03"),
  );
  assert.equal(
    new Set(april.map(({ until }) => new Date(until).getUTCDate())).size,
    24,
    "something of each of its days",
  );
});

// The state is bounded: 256 sources, 1,024 keys a source, the 10,000 nearest future items. What is beyond is one summary,
// and a place is free once its holder was silent for an hour and nothing of it is running, to come, or untold.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeState, encodeState } from "../../src/pipeline/checkpoint.js";
import { at, linesOf, Timeline } from "./timeline.js";

function fillSources(timeline: Timeline, received: string): void {
  for (let n = 1; n <= 256; n++) timeline.say(received, { source: `s${n}`, text: "hello" });
}

test("the 257th source goes to `other`", () => {
  const timeline = new Timeline({ windows: [131_072] });
  fillSources(timeline, "10:40");
  timeline.say("10:41", { source: "late", text: "hello" });
  timeline.say("10:42", { source: "later", text: "hello", time: "10:41:30" });
  assert.equal(timeline.state.sources.size, 257);
  const lines = timeline.lines("NOW", "10:48");
  assert.equal(lines.length, 257);
  assert.ok(lines.includes("- p257..p258@other 10:41 2 more from other"), lines.at(-1));
});

test("a place is free after an hour of silence; the longest silent goes, of several the first by name", () => {
  const timeline = new Timeline({ windows: [131_072] });
  fillSources(timeline, "10:40");
  timeline.say("10:41", { source: "s1", text: "hello" });
  timeline.tick("11:40");
  timeline.say("11:40", { source: "too soon", text: "hello" });
  timeline.say("11:40:01", { source: "new", text: "hello" });
  const names = [...timeline.state.sources.keys()];
  assert.ok(names.includes("new") && names.includes("s1") && !names.includes("s10") && !names.includes("too soon"));
  assert.equal(names.filter((name) => name !== "other").length, 256);
});

for (const [about, said] of [
  ["runs", { text: "run", until: "13:00" }],
  ["is to come", { text: "soon", time: "13:00" }],
] as const) {
  test(`a source of which something ${about} keeps its place, over a checkpoint too`, () => {
    const timeline = new Timeline({ windows: [131_072] });
    timeline.say("10:39", { source: "held", ...said });
    for (let n = 2; n <= 256; n++) timeline.say("10:40", { source: `s${n}`, text: "hello" });
    timeline.tick("12:00");
    timeline.state = decodeState(encodeState(timeline.state)) ?? timeline.state;
    timeline.say("12:01", { source: "new", text: "hello" });
    assert.ok(timeline.state.sources.has("held"));
    assert.ok(timeline.state.sources.has("new"));
  });
}

test("the 1,025th key of a source goes to `other`; a known one does not", () => {
  const timeline = new Timeline({ windows: [131_072] });
  for (let n = 1; n <= 1_024; n++) timeline.say("10:40", { key: `k${n}`, text: `state ${n}` });
  timeline.say("10:41", { key: "beyond", text: "hello" });
  timeline.say("10:42", { key: "k7", text: "hello" });
  const lines = timeline.lines("NOW", "10:48");
  assert.ok(lines.includes("- p1025..p1025@other 10:41 1 more from other"));
  assert.ok(lines.includes("- p1026 since 10:42 hello"));
});

test("a retraction that has no place says nothing", () => {
  const timeline = new Timeline({ windows: [131_072] });
  fillSources(timeline, "10:40");
  timeline.say("10:41", { source: "beyond", key: "k", retract: true });
  assert.ok(!timeline.state.sources.has("other"));
});

test("of 10,001 future items the furthest goes to `other`, told as received, and its key can come back", () => {
  const timeline = new Timeline({ windows: [131_072] });
  timeline.say("10:40", { source: "calendar", key: "far", text: "far", time: "2026-06-01T10:00" });
  for (let n = 0; n < 10_000; n++) {
    timeline.say("10:41", {
      source: "calendar",
      text: `event ${n}`,
      time: new Date(at("12:00") + n * 60_000).toISOString().slice(0, -1),
    });
  }
  assert.equal(timeline.state.announced.length, 10_000);
  const snapshot = timeline.tick("10:48");
  assert.equal(linesOf(snapshot, "NOW").join(), "- p1..p1@other 10:40 1 more from other");
  assert.ok(!linesOf(snapshot, "PROJECTION").some((line) => line.endsWith(" far")));
  timeline.say("10:49", { source: "calendar", key: "far", text: "near", time: "11:00" });
  assert.equal(timeline.lines("PROJECTION", "10:56")[0], "- p10002 Fri 13 Mar 11:00 near");
});

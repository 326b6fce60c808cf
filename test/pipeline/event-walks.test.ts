// An event walks PROJECTION → NOW → HISTORY by itself as ticks pass, said once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Timeline } from "./timeline.js";

function walk(timeline: Timeline, ticks: readonly string[]): string[] {
  return ticks.map((tick) => {
    const sections = timeline.tick(tick).windows[0]?.sections ?? [];
    return sections
      .filter(({ items }) => items.some(({ text }) => text.includes("Retro")))
      .map(({ name }) => name)
      .join();
  });
}

test("with an end: to come, running, recent until the block after the next, past", () => {
  const timeline = new Timeline();
  timeline.say("10:00", { source: "calendar", type: "event", key: "e1", text: "Retro", time: "10:50", until: "11:10" });
  const ticks = ["10:48", "10:56", "11:04", "11:12", "11:20"];
  assert.deepEqual(walk(timeline, ticks), ["PROJECTION", "NOW", "NOW", "NOW", "HISTORY"]);
});

test("without an end or key: to come, recent, past", () => {
  const timeline = new Timeline();
  timeline.say("10:00", { source: "calendar", text: "Retro", time: "10:50" });
  const ticks = ["10:48", "10:56", "11:04", "11:12"];
  assert.deepEqual(walk(timeline, ticks), ["PROJECTION", "NOW", "HISTORY", "HISTORY"]);
});

test("a reminder due on a boundary", () => {
  const timeline = new Timeline();
  timeline.say("10:00", { source: "calendar", text: "Retro", time: "10:56" });
  assert.deepEqual(walk(timeline, ["10:48", "10:56", "11:04", "11:12"]), ["PROJECTION", "NOW", "NOW", "HISTORY"]);
});

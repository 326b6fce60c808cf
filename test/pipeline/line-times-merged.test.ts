// What stands after the text: active minutes of what has a key, else how often it was said; nothing where there is nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Timeline } from "./timeline.js";

test("said three times", () => {
  const timeline = new Timeline();
  for (const time of ["10:46", "10:46:20", "10:47"]) timeline.say(time, "saved fold.ts");
  assert.deepEqual(timeline.lines("NOW", "10:48"), ["- p1 10:46–10:47 saved fold.ts (3×)"]);
});

test("said once", () => {
  const timeline = new Timeline();
  timeline.say("10:46", "saved fold.ts");
  assert.deepEqual(timeline.lines("NOW", "10:48"), ["- p1 10:46 saved fold.ts"]);
});

test("with a key: whole active minutes", () => {
  const timeline = new Timeline();
  for (const time of ["10:40", "10:41", "10:41:59"]) timeline.say(time, { key: "focus", text: "Code" });
  assert.deepEqual(timeline.lines("NOW", "10:48"), ["- p1 since 10:40 Code (1 min)"]);
});

test("with a key and less than a minute of it: how often, if more than once", () => {
  const timeline = new Timeline();
  timeline.say("10:40:00", { key: "focus", text: "Code" });
  timeline.say("10:40:20", { key: "focus", text: "Mail" });
  timeline.say("10:40:40", { key: "focus", text: "Code" });
  assert.deepEqual(timeline.lines("NOW", "10:48"), ["- p1 since 10:40 Code (2×)", "- p2 10:40 Mail"]);
});

test("the same in HISTORY", () => {
  const timeline = new Timeline();
  for (const time of ["10:46", "10:46:20", "10:47"]) timeline.say(time, "saved fold.ts");
  assert.deepEqual(timeline.lines("HISTORY", "11:04"), ["- b1 Fri 13 Mar 10:47 saved fold.ts (3×)"]);
});

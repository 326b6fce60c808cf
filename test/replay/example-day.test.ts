// The day of examples/day shows what it is there for: each of its events at the beats where it must be seen.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { settingsOf } from "../../src/cli/commands/replay-recording.js";
import { localTime } from "../../src/pipeline/local-time.js";
import type { WindowSnapshot } from "../../src/pipeline/snapshot.js";
import { play } from "../../src/replay/play.js";
import { Recording } from "../../src/replay/recording.js";

const path = (name: string) => fileURLToPath(new URL(`../../../examples/day/${name}`, import.meta.url));
const files = { pulses: path("pulses.ndjson"), intentions: path("intentions.md"), config: path("config.toml") };
const beats = await played();

/** The snapshots by local time. */
async function played(): Promise<ReadonlyMap<string, WindowSnapshot>> {
  const { grid, redact } = await settingsOf(files);
  const found = new Map<string, WindowSnapshot>();
  for await (const { record } of play(await Recording.open(files.pulses, redact), grid, {})) {
    found.set(localTime(record.tick.instant, record.tick.offsets).clock, record.snapshot.windows[0] as WindowSnapshot);
  }
  return found;
}

/** Sections of the beat at `clock` that have a line with `text`. */
function where(clock: string, text: string): string[] {
  const sections = beats.get(clock)?.sections ?? [];
  return sections.filter(({ items }) => items.some((item) => item.text.includes(text))).map(({ name }) => name);
}

function line(clock: string, text: string): string | undefined {
  const items = beats.get(clock)?.sections.flatMap((section) => section.items) ?? [];
  return items.find((item) => item.text.includes(text))?.text;
}

test("it has several hundred pulses from all kinds of sources and runs from morning to evening", () => {
  const pulses = readFileSync(files.pulses, "utf8")
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text));
  assert.ok(pulses.length > 400);
  assert.deepEqual([...new Set(pulses.map(({ source }) => source))].sort(), [
    "calendar",
    "chat",
    "ci",
    "git",
    "idle",
    "mail",
    "notes",
    "shell",
    "tracker",
    "window",
  ]);
  assert.deepEqual([[...beats.keys()][0], [...beats.keys()].at(-1), beats.size], ["08:04", "17:40", 73]);
});

test("the stand-up walks from PROJECTION over NOW to HISTORY", () => {
  assert.deepEqual(where("09:24", "Stand-up"), ["PROJECTION"]);
  assert.deepEqual(where("09:32", " Stand-up"), ["NOW"]);
  assert.deepEqual(where("10:04", " Stand-up"), ["HISTORY"]);
});

test("the design review moves from the morning to the afternoon, and is drawn out while it runs", () => {
  assert.match(line("10:20", "Design review") ?? "", /11:00–12:00/);
  assert.match(line("10:28", "Design review") ?? "", /15:00–15:45/);
  assert.deepEqual(where("11:16", "Design review"), ["PROJECTION"]);
  assert.match(line("15:48", "Design review") ?? "", /15:00–15:55/);
  assert.deepEqual(where("15:48", "Design review"), ["NOW"]);
  assert.deepEqual(where("16:12", "Design review"), ["HISTORY"]);
});

test("the cancelled talk is gone", () => {
  assert.deepEqual(where("14:12", "1:1 with Lea"), []);
  assert.deepEqual(where("14:04", "1:1 with Lea"), ["PROJECTION"]);
  assert.ok([...beats.keys()].every((clock) => clock < "14:12" || where(clock, "1:1 with Lea").length === 0));
});

test("the build breaks and is mended", () => {
  assert.match(line("10:20", "CI on main") ?? "", /since 10:13 CI on main: failed/);
  assert.match(line("11:00", "CI on main: passed") ?? "", /since 10:54 CI on main: passed/);
  assert.deepEqual(where("11:00", "CI on main: failed"), ["HISTORY"]);
});

test("the lunch break shows the desk empty", () => {
  assert.deepEqual(where("12:52", "away from the keyboard"), ["NOW"]);
  assert.deepEqual(where("12:52", "Lunch with Noor"), ["NOW"]);
  assert.deepEqual(where("13:40", "Lunch with Noor"), ["HISTORY"]);
});

test("the deadline comes nearer, is there, and is past", () => {
  assert.deepEqual(where("16:52", "Deadline: CSV import"), ["PROJECTION"]);
  assert.deepEqual(where("17:00", "Deadline: CSV import"), ["NOW"]);
  assert.deepEqual(where("17:40", "Deadline: CSV import"), ["HISTORY"]);
});

test("the afternoon is trimmed to its window, the intentions stand whole all day", () => {
  assert.ok((beats.get("17:40")?.sections[1]?.trimmed.items ?? 0) > 20);
  for (const [clock, { tokens, cap, text }] of beats) {
    assert.ok(tokens <= cap, clock);
    assert.match(text, /^# INTENTION\n- Ship CSV import 1\.4 of Orchard on Friday, 17:00\n/);
    assert.doesNotMatch(text, /release notes' outline/);
  }
});

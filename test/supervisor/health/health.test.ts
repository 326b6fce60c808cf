import assert from "node:assert/strict";
import { test } from "node:test";
import type { TickAnswer, TickRequest } from "../../../src/actors/assembly/protocol.js";
import type { CollectionStatus } from "../../../src/actors/collection/protocol.js";
import { BeatRecord } from "../../../src/supervisor/beat-record.js";
import { composeHealth, type HealthParts } from "../../../src/supervisor/health.js";

const now = Date.parse("2026-03-10T10:50:00Z");
const collection: CollectionStatus = {
  head: 12,
  usedBytes: 10,
  maxBytes: 100,
  trouble: null,
  damaged: null,
  paused: null,
};

function beats(answer: Partial<TickAnswer> = {}, instant = now - 100_000): BeatRecord {
  const record = new BeatRecord();
  record.made({
    request: { instant, watermark: 11 } as TickRequest,
    answer: {
      ordinal: 7,
      id: "2026-03-10/081",
      hash: "",
      windows: [{ window: 8192, tokens: 900, overBudget: false }],
      gap: null,
      tookMs: 31,
      ...answer,
    },
  });
  return record;
}

const well: HealthParts = {
  now,
  version: "1.2.3",
  pid: 42,
  uptimeSeconds: 5,
  rssBytes: 1,
  transport: { name: "node:http", reason: null },
  actors: [
    { name: "collection", state: "running", restarts: 0, reason: undefined },
    { name: "assembly", state: "running", restarts: 0, reason: undefined },
    { name: "http", state: "running", restarts: 1, reason: undefined },
  ],
  collection,
  assembly: undefined,
  paused: null,
  beats: beats(),
  before: null,
  next: Date.parse("2026-03-10T10:56:00Z"),
  notes: [null, null],
  collectors: [],
  inference: { state: "off", reason: "no model" },
};

function failedBeat(): BeatRecord {
  const record = beats();
  record.failed("grid", new Error("disk is full"));
  return record;
}

const cases: readonly (readonly [what: string, parts: Partial<HealthParts>, status: string, problem?: RegExp])[] = [
  ["all well", {}, "ok"],
  ["paused is no problem", { paused: { until: null } }, "ok"],
  [
    "an actor waits to be started again",
    { actors: [{ name: "assembly", state: "waiting", restarts: 2, reason: "out of memory" }] },
    "down",
    /^assembly is not running \(waiting\): out of memory; it is started again by itself$/,
  ],
  [
    "an actor's thread does not end",
    { actors: [{ name: "collection", state: "ending", restarts: 0, reason: "lost" }] },
    "down",
    /^collection is not running \(ending\): lost; restart the daemon if this stays$/,
  ],
  ["the log at 79 %", { collection: { ...collection, usedBytes: 79 } }, "ok"],
  [
    "the log at 80 %",
    { collection: { ...collection, usedBytes: 80 } },
    "degraded",
    /^the log uses 80 % of its 100 bytes: raise log\.maxBytes/,
  ],
  [
    "collection can't store",
    { collection: { ...collection, trouble: "the disk is full" } },
    "degraded",
    /^no pulse can be stored: the disk is full$/,
  ],
  [
    "a damaged record, found by both",
    { collection: { ...collection, damaged: "record p3 is damaged" }, assembly: { damaged: ["record p3 is damaged"] } },
    "degraded",
    /^record p3 is damaged; it is left out, all others are served: check the disk$/,
  ],
  ["a file is bad", { notes: ["intentions.md: is missing", null] }, "degraded", /^intentions\.md: is missing$/],
  [
    "the last beat failed",
    { beats: failedBeat() },
    "degraded",
    /^the last beat failed: disk is full; \/now shows the one before$/,
  ],
  [
    "no beat for two blocks",
    { beats: beats({}, now - 960_000) },
    "degraded",
    /^no beat since 2026-03-10T10:34:00\.000Z: one was due at 2026-03-10T10:48:00\.000Z$/,
  ],
  ["a beat that is due for less than a minute", { now: now - 70_000, beats: beats({}, now - 300_000) }, "ok"],
  [
    "the intentions are over the budget",
    { beats: beats({ windows: [{ window: 1024, tokens: 1900, overBudget: true }] }) },
    "degraded",
    /^the intentions alone need 1900 tokens, more than 80 % of the window of 1024: shorten intentions\.md/,
  ],
];

for (const [what, parts, status, problem] of cases) {
  test(`${what}: ${status}`, () => {
    const health = composeHealth({ ...well, ...parts });
    assert.equal(health.status, status);
    assert.equal(health.problems.length, problem === undefined ? 0 : 1, health.problems.join("\n"));
    if (problem !== undefined) assert.match(health.problems[0] ?? "", problem);
  });
}

test("says what there is", () => {
  const gap = { from: "2026-03-09/140", to: "2026-03-10/050", reason: "asleep" } as const;
  assert.deepEqual(composeHealth({ ...well, beats: beats({ gap }), paused: { until: now } }), {
    status: "ok",
    problems: [],
    version: "1.2.3",
    pid: 42,
    uptimeSeconds: 5,
    rssBytes: 1,
    transport: { name: "node:http", reason: null },
    paused: { until: "2026-03-10T10:50:00.000Z" },
    beat: {
      last: { id: "2026-03-10/081", ordinal: 7, time: "2026-03-10T10:48:20.000Z", tookMs: 31 },
      next: "2026-03-10T10:56:00.000Z",
      gaps: [gap],
    },
    log: { head: 12, watermark: 11, usedBytes: 10, maxBytes: 100 },
    actors: [
      { name: "collection", status: "running", restarts: 0 },
      { name: "assembly", status: "running", restarts: 0 },
      { name: "http", status: "running", restarts: 1 },
    ],
    collectors: [],
    inference: { state: "off", reason: "no model" },
  });
});

test("before the first beat the last one is from before the start", () => {
  const before = { ordinal: 3, id: "2026-03-09/001", instant: now - 86_400_000, epoch: 0 };
  assert.deepEqual(composeHealth({ ...well, beats: new BeatRecord(), before }).beat.last, {
    id: "2026-03-09/001",
    ordinal: 3,
    time: "2026-03-09T10:50:00.000Z",
    tookMs: null,
  });
});

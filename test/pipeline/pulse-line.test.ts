// A stored pulse goes out as a line and comes back as the same pulse.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame } from "../../src/pipeline/pulse.js";
import { pulseLines } from "../../src/pipeline/pulse-line.js";
import { pulseEntry } from "../../src/replay/pulse-entry.js";

const frame: Frame = {
  first: 41,
  receivedAt: Date.parse("2026-03-13T09:56:00.123Z"),
  epoch: 0,
  pulses: [
    { source: "a", text: "plain" },
    {
      source: "calendar",
      type: "event",
      text: "Stand-up",
      key: "standup",
      id: "1",
      category: "meeting",
      time: Date.parse("2026-03-13T10:30:00Z"),
      until: Date.parse("2026-03-13T10:45:00.001Z"),
      importance: 29,
      data: { room: { floor: 2 } },
    },
    { source: "calendar", key: "standup", retract: true },
    { source: "me", type: "beat", text: "worked", refs: ["p41"], importance: 0 },
  ],
};

test("a line holds what was sent, its seq, its ref and its receipt", () => {
  assert.deepEqual(pulseLines(frame)[1], {
    seq: 42,
    ref: "p42",
    receivedAt: "2026-03-13T09:56:00.123Z",
    source: "calendar",
    type: "event",
    text: "Stand-up",
    key: "standup",
    id: "1",
    category: "meeting",
    time: "2026-03-13T10:30:00.000Z",
    until: "2026-03-13T10:45:00.001Z",
    importance: 0.29,
    data: { room: { floor: 2 } },
  });
});

test("every pulse, epoch and hundredth of importance comes back from its line", () => {
  const hundredths = Array.from({ length: 101 }, (_, importance) => ({ source: "a", text: "x", importance }));
  const epoch = { ...frame, epoch: 3, pulses: [...frame.pulses, ...hundredths] };
  const back = pulseLines(epoch).map((line) => pulseEntry(JSON.parse(JSON.stringify(line)) as Record<string, unknown>));
  const expected = epoch.pulses.map((pulse, i) => ({ seq: 41 + i, receivedAt: frame.receivedAt, epoch: 3, pulse }));
  assert.deepEqual(back, expected);
});

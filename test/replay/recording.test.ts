// What a recorded file is read as: order, refs, receipt, repeats, and which lines are refused.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { HeartbeatError } from "../../src/errors.js";
import { createRedactor } from "../../src/log/redact.js";
import { type Entry, Recording } from "../../src/replay/recording.js";
import { linesOf, tempFile } from "./temp-file.js";

const redact = await createRedactor([]);
const at = (minute: number) => `2026-03-10T09:${String(minute).padStart(2, "0")}:00Z`;

async function read(t: TestContext, content: string | Uint8Array): Promise<Entry[]> {
  const recording = await Recording.open(tempFile(t, content), redact);
  const entries: Entry[] = [];
  for await (const entry of recording.entries()) entries.push(entry);
  return entries;
}

async function pulses(t: TestContext, values: readonly unknown[]): Promise<string[]> {
  const entries = await read(t, linesOf(values));
  return entries.map((e) => (e.type === "pulse" ? `p${e.seq} ${e.receivedAt} ${e.pulse.text}` : e.type));
}

test("lines go in order of receipt, ties by position, and are numbered from 1", async (t) => {
  const values = [
    { source: "a", text: "late", receivedAt: at(9) },
    { source: "a", text: "tie 1", receivedAt: at(3) },
    { source: "a", text: "tie 2", receivedAt: at(3) },
    { source: "a", text: "early", time: at(1) },
  ];
  const [one, three, nine] = [1, 3, 9].map((minute) => Date.parse(at(minute)));
  assert.deepEqual(await pulses(t, values), [
    `p1 ${one} early`,
    `p2 ${three} tie 1`,
    `p3 ${three} tie 2`,
    `p4 ${nine} late`,
  ]);
});

test("a line without receivedAt was received at its time", async (t) => {
  const [entry] = await read(t, linesOf([{ source: "a", text: "x", time: "2026-03-10T10:00:00+01:00" }]));
  assert.deepEqual(entry, {
    type: "pulse",
    seq: 1,
    receivedAt: Date.parse(at(0)),
    epoch: 0,
    pulse: { source: "a", text: "x", time: Date.parse(at(0)) },
  });
});

test("lines with a rising seq stand under their own refs, as they come", async (t) => {
  const values = [
    { seq: 7, ref: "p7", source: "a", text: "before the clock was set back", receivedAt: at(30) },
    { seq: 9, ref: "p9", source: "a", text: "after", receivedAt: at(10), epoch: 1 },
  ];
  const entries = await read(t, linesOf(values));
  assert.deepEqual(
    entries.map((entry) => entry.type === "pulse" && [entry.seq, entry.epoch, entry.pulse.text]),
    [
      [7, 0, "before the clock was set back"],
      [9, 1, "after"],
    ],
  );
});

test("of a source's id the first counts", async (t) => {
  const values = [
    { source: "a", text: "first", id: "1", receivedAt: at(1) },
    { source: "a", text: "again", id: "1", receivedAt: at(2) },
    { source: "b", text: "another's", id: "1", receivedAt: at(3) },
  ];
  assert.deepEqual(
    (await pulses(t, values)).map((line) => line.replace(/ \d+/, "")),
    ["p1 first", "p2 another's"],
  );
});

test("a secret becomes a mark, as it would in the daemon", async (t) => {
  const [line] = await pulses(t, [{ source: "shell", text: "curl https://me:hunter2@example.org/x", time: at(1) }]);
  assert.match(line ?? "", /REDACTED/);
  assert.doesNotMatch(line ?? "", /hunter2/);
});

test("what was in the log before is taken as it was stored, however long its marks have made it", async (t) => {
  const text = `said ${"y".repeat(9_000)}`;
  const key = "k".repeat(300);
  const [entry] = await read(t, linesOf([{ seq: 1, source: "a", text, key, receivedAt: at(1) }]));
  assert.deepEqual(entry?.type === "pulse" && entry.pulse, { source: "a", text, key });
});

test("blank lines, a byte order mark and U+2028 within a text are no trouble; the last line needs no line feed", async (t) => {
  const content = `\ufeff{"source":"a","text":"one\u2028two","time":"${at(1)}"}\n\n  \r\n{"source":"a","text":"three","time":"${at(2)}"}`;
  const entries = await read(t, content);
  assert.deepEqual(
    entries.map((entry) => entry.type === "pulse" && entry.pulse.text),
    ["one\u2028two", "three"],
  );
});

test("every bad line is named with its number, what was expected and what came", async (t) => {
  const content = [
    '{"source":"a","text":"good","time":"2026-03-10T09:01:00Z"}',
    "not json",
    '{"source":"a","text":"no time"}',
    '{"source":"a","text":"zone-less","time":"2026-03-10T09:01:00"}',
    '{"source":"a","time":"2026-03-10T09:01:00Z"}',
    '{"source":"a","text":"x","when":1,"time":"2026-03-10T09:01:00Z"}',
    '["an array"]',
    '{"source":"a","text":"x","seq":0,"time":"2026-03-10T09:01:00Z"}',
    '{"tick":{}}',
  ].join("\n");
  await assert.rejects(read(t, content), (error: HeartbeatError) => {
    assert.equal(error.code, "HB_RECORDING");
    const lines = error.message.split("\n");
    assert.match(lines[0] ?? "", /pulses\.ndjson: line 2: expected a JSON object/);
    assert.deepEqual(
      lines.slice(1).map((line) => line.slice(0, 24)),
      [
        "line 3: expected receive",
        "line 4: time: expected R",
        "line 5: text: expected a",
        'line 6: "when" is no fie',
        "line 7: expected a JSON ",
        "line 8: seq: expected a ",
        "line 9: expected a tick ",
      ],
    );
    return true;
  });
});

test("of many bad lines ten are named, and the rest counted", async (t) => {
  const error = (await read(t, "x\n".repeat(13)).catch((e: unknown) => e)) as HeartbeatError;
  const lines = error.message.split("\n");
  assert.equal(lines.length, 11);
  assert.equal(lines.at(-1), "and 3 more lines");
});

test("bytes that are not UTF-8, an empty file and a file that is not there are errors that say so", async (t) => {
  await assert.rejects(read(t, Uint8Array.of(0x7b, 0xff, 0x7d, 10)), /line 1: .*not UTF-8/);
  await assert.rejects(read(t, "\n"), /expected pulses, one a line; none came/);
  await assert.rejects(Recording.open("/nowhere/x.ndjson", redact), (error) => {
    return error instanceof HeartbeatError && error.code === "HB_RECORDING" && /can't be read/.test(error.message);
  });
});

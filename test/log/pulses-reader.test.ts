// Reading by cursor: from anywhere to anywhere, in pages of any size, it is the same pulses.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PulsesLog } from "../../src/log/pulses-log.js";
import { PulsesReader } from "../../src/log/pulses-reader.js";
import { decodeFrame } from "../../src/pipeline/frame.js";
import { frameOf, tempLog, writeLog } from "./temp-log.js";

function readAll(reader: PulsesReader, after: number, upTo: number, maxBytes: number): number[] {
  const seqs: number[] = [];
  for (let at = after; at < upTo; ) {
    const page = reader.records(at, upTo, { maxBytes });
    for (const { first, last, record } of page) {
      const { pulses } = decodeFrame(record, first);
      assert.equal(last - first + 1, pulses.length);
      assert.ok(last > at && first > (seqs.at(-1) ?? 0));
      seqs.push(...pulses.map(({ text }) => Number(text)));
    }
    at = page.at(-1)?.last ?? upTo;
  }
  return seqs;
}

test("from any seq to any head, whatever the page", async (t) => {
  const folder = tempLog(t);
  const counts = [1, 5, 1, 1, 12, 3, 2, 30, 1, 4];
  await writeLog(folder, counts);
  const ends = counts.map((_, i) => counts.slice(0, i + 1).reduce((sum, count) => sum + count, 0));
  const head = ends.at(-1) as number;
  const reader = new PulsesReader(folder);
  fc.assert(
    fc.property(
      fc.nat(head),
      fc.constantFrom(0, ...ends),
      fc.integer({ min: 1, max: 3_000 }),
      (after, upTo, maxBytes) => {
        const begun = ends.filter((end) => end <= after).at(-1) ?? 0;
        const expected = after >= upTo ? [] : Array.from({ length: upTo - begun }, (_, i) => begun + 1 + i);
        assert.deepEqual(readAll(reader, after, upTo, maxBytes), expected);
      },
    ),
  );
  await reader.close();
});

test("it sees what was appended a moment ago, in the same turn of the event loop", async (t) => {
  const folder = tempLog(t);
  const log = new PulsesLog(folder);
  const reader = new PulsesReader(folder);
  assert.deepEqual(reader.records(0, 1), []);
  for (let seq = 1; seq <= 5; seq++) {
    log.append([frameOf(seq, ["x"])], { epoch: 0, time: seq });
    assert.deepEqual(
      reader.records(seq - 1, seq).map(({ first }) => first),
      [seq],
    );
  }
  await reader.close();
  await reader.close();
  await log.close();
});

test("a page is a copy: it stays as it is when the log goes on", async (t) => {
  const folder = tempLog(t);
  const log = new PulsesLog(folder);
  log.append([frameOf(1, ["x".repeat(5_000)])], { epoch: 0, time: 1 });
  const reader = new PulsesReader(folder);
  const [record] = reader.records(0, 1);
  const before = Buffer.from(record?.record ?? []).toString("hex");
  for (let seq = 2; seq < 200; seq++) log.append([frameOf(seq, ["y".repeat(5_000)])], { epoch: 0, time: seq });
  assert.equal(Buffer.from(record?.record ?? []).toString("hex"), before);
  await reader.close();
  await log.close();
});

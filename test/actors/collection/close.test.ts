// Closing while pulses stream (D06, D11): what was acked is there, what comes after is refused, the thread ends by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Collection } from "../../../src/actors/collection/collection.js";
import { SharedClock } from "../../../src/clock.js";
import { HeartbeatError } from "../../../src/errors.js";
import { PulsesLog } from "../../../src/log/pulses-log.js";
import { PulsesReader } from "../../../src/log/pulses-reader.js";
import { createRedactor } from "../../../src/log/redact.js";
import { decodeFrame } from "../../../src/pipeline/frame.js";
import { type CollectionThread, logFolder, startCollection } from "./collection-thread.js";

async function storedTexts(folder: string, head: number): Promise<string[]> {
  const reader = new PulsesReader(folder);
  const texts: string[] = [];
  for (let at = 0; at < head; ) {
    const page = reader.records(at, head);
    texts.push(...page.flatMap(({ record, first }) => decodeFrame(record, first).pulses.map(({ text }) => text ?? "")));
    at = page.at(-1)?.last ?? head;
  }
  await reader.close();
  return texts;
}

test("every acked pulse is stored once, in ten rounds of closing in mid-stream", async (t) => {
  const folder = logFolder(t);
  const acked: string[] = [];
  let refused = 0;
  for (let round = 0; round < 10; round++) {
    const thread = await startCollection({ test: t, folder });
    assert.ok(thread.ready.head >= acked.length);
    const enough = acked.length + 10 + round * 15;
    let closed: Promise<void> | undefined;
    /** Sends one after the other until one is not taken. */
    const stream = async (lane: number): Promise<void> => {
      for (let n = 0; ; n++) {
        const text = `round ${round} lane ${lane} pulse ${n} ${"x".repeat(2_000)}`;
        if (!(await isTaken(thread, text))) break;
        acked.push(text);
        if (acked.length >= enough) closed ??= thread.close();
      }
      refused++;
    };
    await Promise.all(Array.from({ length: 16 }, (_, lane) => stream(lane)));
    await closed;
    assert.deepEqual(thread.fatal, []);
  }
  const last = await startCollection({ test: t, folder });
  const { head } = last.ready;
  await last.close();
  const stored = await storedTexts(folder, head);
  assert.equal(stored.length, head);
  assert.equal(new Set(stored).size, stored.length, "one is there twice");
  const there = new Set(stored);
  const lost = acked.filter((text) => !there.has(text));
  assert.deepEqual(lost, []);
  t.diagnostic(`${acked.length} acked, ${stored.length} stored, ${refused} lanes refused`);
  assert.equal(refused, 160);
});

/** `false` when it was refused because the actor closes, or the port was closed before the answer came (http says 503). */
async function isTaken(thread: CollectionThread, text: string): Promise<boolean> {
  try {
    const result = await thread.send([{ source: "a", text }]);
    if (result.type === "refused") assert.deepEqual([result.status, result.code], [503, "HB_UNAVAILABLE"]);
    return result.type === "judged";
  } catch (error) {
    assert.ok(error instanceof HeartbeatError && error.code === "HB_CHANNEL_CLOSED", String(error));
    return false;
  }
}

test("what waits when it closes is answered, what comes after is refused with 503", async (t) => {
  const log = new PulsesLog(logFolder(t));
  const redact = await createRedactor([]);
  const collection = new Collection({ log, redact, clock: new SharedClock(), maxBytes: 1e9, onChange: () => {} });
  const body = new TextEncoder().encode('{"source":"a","text":"b"}');
  const waiting = collection.take(body, undefined);
  const closing = collection.close();
  const after = await collection.take(body, undefined);
  assert.equal(after.type === "refused" && after.status === 503 && after.code, "HB_UNAVAILABLE");
  const before = await waiting;
  assert.equal(before.type === "judged" && before.answer.first, 1);
  await closing;
  await collection.close();
});

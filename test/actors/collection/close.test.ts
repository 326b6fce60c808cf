// Closing while pulses stream (D06, D11): what was acked is there, what comes after is refused, the thread ends by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HeartbeatError } from "../../../src/errors.js";
import { PulsesReader } from "../../../src/log/pulses-reader.js";
import { decodeFrame } from "../../../src/pipeline/frame.js";
import { logFolder, startCollection } from "./collection-thread.js";

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
  let head = 0;
  for (let round = 0; round < 10; round++) {
    const thread = await startCollection({ test: t, folder });
    assert.ok(thread.ready.head >= acked.length);
    const sent = Array.from({ length: 200 }, async (_, n) => {
      const text = `round ${round} pulse ${n} ${"x".repeat(2_000)}`;
      try {
        const result = await thread.send([{ source: "a", text }]);
        if (result.type === "judged") acked.push(text);
        else {
          assert.deepEqual([result.status, result.code], [503, "HB_CLOSING"]);
          refused++;
        }
      } catch (error) {
        // The port closed before the answer came: http answers 503.
        assert.ok(error instanceof HeartbeatError && error.code === "HB_CHANNEL_CLOSED", String(error));
        refused++;
      }
    });
    if (round % 2 === 0) await sent[round * 10];
    await thread.close();
    thread.http.close();
    await Promise.all(sent);
    assert.deepEqual(thread.fatal, []);
  }
  const last = await startCollection({ test: t, folder });
  head = last.ready.head;
  await last.close();
  const stored = await storedTexts(folder, head);
  assert.equal(new Set(stored).size, stored.length);
  const there = new Set(stored);
  assert.deepEqual(
    acked.filter((text) => !there.has(text)),
    [],
  );
  t.diagnostic(`${acked.length} acked, ${refused} refused, ${stored.length} stored`);
  assert.ok(acked.length > 0 && refused > 0);
});

// What stands in the log: redacted, well-formed, stamped by the daemon's clock, self-contained (C04, D03, D12).

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { PulsesReader } from "../../../src/log/pulses-reader.js";
import { decodeFrame } from "../../../src/pipeline/frame.js";
import type { Frame } from "../../../src/pipeline/pulse.js";
import { secrets } from "../../log/made-up-secrets.js";
import { judged, logFolder, startCollection } from "./collection-thread.js";

async function storedFrames(folder: string, head: number): Promise<Frame[]> {
  const reader = new PulsesReader(folder);
  const records: ReturnType<typeof reader.records> = [];
  for (let at = 0; at < head; at = records.at(-1)?.last ?? head) records.push(...reader.records(at, head));
  await reader.close();
  for (const { record, hash } of records) {
    assert.deepEqual(Buffer.from(hash), createHash("sha256").update(record.subarray(34)).digest());
  }
  return records.map(({ record, first }) => decodeFrame(record, first));
}

test("secrets are gone before anything is written, in text, keys and data", async (t) => {
  const folder = logFolder(t);
  const thread = await startCollection({ test: t, folder, redactPatterns: ["ACME-\\d+"] });
  const token = secrets["github-token"]?.[0] as string;
  await thread.send({
    source: "shell",
    key: token,
    text: `export API_TOKEN=x for ACME-77`,
    data: { password: "hunter2" },
  });
  await thread.close();
  const [frame] = await storedFrames(folder, 1);
  assert.deepEqual(frame?.pulses, [
    {
      source: "shell",
      key: "[REDACTED:github-token]",
      text: "export API_TOKEN=[REDACTED:token] for [REDACTED:custom]",
      data: { password: "[REDACTED:password]" },
    },
  ]);
});

test("receipt and epoch are the shared clock's, never the wall's", async (t) => {
  const folder = logFolder(t);
  const thread = await startCollection({ test: t, folder });
  const future = Date.now() + 30_000;
  thread.clock.startAfter({ epoch: 3, time: future });
  await thread.send({ source: "a", text: "b" });
  await thread.close();
  const [frame] = await storedFrames(folder, 1);
  assert.deepEqual([frame?.epoch, frame?.receivedAt], [3, future]);
  const again = await startCollection({ test: t, folder });
  assert.deepEqual(again.ready.last, { epoch: 3, time: future });
  await again.close();
});

test("a lone surrogate is replaced once, before hashing and storing", async (t) => {
  const folder = logFolder(t);
  const thread = await startCollection({ test: t, folder });
  await thread.send(
    '{"source":"a\\udc00","text":"deploy \\ud83d","key":"\\ud83d","id":"\\ud83d","data":{"\\ud83d":"\\ud83d"}}',
  );
  await thread.close();
  const [frame] = await storedFrames(folder, 1);
  const lone = "\ufffd";
  assert.deepEqual(frame?.pulses, [
    { source: `a${lone}`, text: `deploy ${lone}`, key: lone, id: lone, data: { [lone]: lone } },
  ]);
});

test("3,000 pulses of 3,000 shapes are read back after a restart", async (t) => {
  const folder = logFolder(t);
  const shapes = Array.from({ length: 3_000 }, (_, n) => ({
    source: "a",
    text: `shape ${n}`,
    data: Object.fromEntries(Array.from({ length: (n % 40) + 1 }, (_, k) => [`k${n}_${k}`, k])),
  }));
  const thread = await startCollection({ test: t, folder });
  for (let at = 0; at < shapes.length; at += 500) await thread.send(shapes.slice(at, at + 500));
  await thread.close();
  const again = await startCollection({ test: t, folder });
  assert.equal(again.ready.head, 3_000);
  await again.close();
  assert.deepEqual(
    (await storedFrames(folder, 3_000)).flatMap(({ pulses }) => pulses),
    shapes,
  );
});

test("sources, keys and ids of any script up to their limit are stored, beyond it refused", async (t) => {
  const thread = await startCollection({ test: t, folder: logFolder(t) });
  const long = { source: "語".repeat(128), key: "🙂".repeat(256), id: "語".repeat(256), text: "x" };
  const answer = judged(
    await thread.send([long, { ...long, source: "語".repeat(4_000) }, { ...long, id: "i".repeat(4_000) }, { ...long }]),
  );
  assert.deepEqual([answer.count, answer.duplicates], [1, [{ index: 3, seq: 1 }]]);
  assert.deepEqual(
    answer.errors.map(({ code }) => code),
    ["HB_PULSE_SOURCE", "HB_PULSE_ID"],
  );
  await thread.close();
});

// kill -9 while pulses stream: every acked pulse is there under the seq that was told, none twice, and the log goes on.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { PulsesReader } from "../../../src/log/pulses-reader.js";
import { decodeFrame } from "../../../src/pipeline/frame.js";
import { judged, logFolder, startCollection } from "./collection-thread.js";

const child = fileURLToPath(new URL("./kill-child.js", import.meta.url));

/** Lets a process stream until it has acked so many pulses, then kills it. */
async function streamAndKill(
  folder: string,
  run: string,
  ackedBefore: Map<string, number>,
  atLeast: number,
): Promise<void> {
  const streaming = spawn(process.execPath, [child, folder, run], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(streaming, "exit");
  let acked = 0;
  for await (const line of createInterface({ input: streaming.stdout })) {
    const [id, seq] = line.split(" ");
    // The last line may be cut.
    if (id === undefined || seq === undefined || !/^\d+-\d+-\d+-\d+$/.test(id)) continue;
    ackedBefore.set(id, Number(seq));
    if (++acked === atLeast) streaming.kill("SIGKILL");
  }
  const [, signal] = await exited;
  assert.equal(signal, "SIGKILL");
}

test("three runs, each killed in mid-stream", async (t) => {
  const folder = logFolder(t);
  const acked = new Map<string, number>();
  for (let run = 0; run < 3; run++) await streamAndKill(folder, String(run), acked, 1_000 + run * 777);

  const thread = await startCollection({ test: t, folder });
  const { head } = thread.ready;
  const reader = new PulsesReader(folder);
  const stored = new Map<string, number>();
  let pulses = 0;
  for (let at = 0; at < head; ) {
    const page = reader.records(at, head);
    for (const { record, first, last } of page) {
      const frame = decodeFrame(record, first);
      assert.equal(last, first + frame.pulses.length - 1);
      for (const [i, { id }] of frame.pulses.entries()) stored.set(id ?? "", first + i);
      pulses += frame.pulses.length;
    }
    at = page.at(-1)?.last ?? head;
  }
  await reader.close();
  assert.equal(pulses, head, "no seq is left out");
  assert.equal(stored.size, pulses, "none is there twice");
  for (const [id, seq] of acked)
    if (Number.isInteger(seq)) assert.equal(stored.get(id), seq, `${id} was acked as p${seq}`);
  t.diagnostic(`${acked.size} acked, ${pulses} stored`);

  const [id, seq] = [...acked][0] as [string, number];
  const answer = judged(
    await thread.send([
      { source: "a", text: "x", id },
      { source: "a", text: "new" },
    ]),
  );
  assert.deepEqual([answer.first, answer.duplicates], [head + 1, [{ index: 0, seq }]]);
  await thread.close();
});

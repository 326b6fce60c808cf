// kill -9 while pulses stream: every acked pulse is there under the seq that was told, none twice, and the log goes on.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { storedPulses } from "../../log/stored-pulses.js";
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
  const pulses = await storedPulses(folder);
  const stored = new Map(pulses.map(({ id }, index) => [id ?? "", index + 1]));
  assert.equal(pulses.length, head);
  assert.equal(stored.size, head, "none is there twice");
  for (const [id, seq] of acked)
    if (Number.isInteger(seq)) assert.equal(stored.get(id), seq, `${id} was acked as p${seq}`);
  t.diagnostic(`${acked.size} acked, ${head} stored`);

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

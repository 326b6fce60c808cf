// kill -9 while pulses stream in and beats are made, again and again on one folder: what was acked is there, once, and
// /now is back at once.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { jsonOf } from "../http/client.js";
import { storedPulses } from "../log/stored-pulses.js";
import { type Doors, dataFolderFor, doorsOf, startDaemon } from "./daemon.js";
import { copyPackage } from "./package-copy.js";
import { assertStored, Posters } from "./posters.js";

const kills = 5;
const pulsesARun = 700;

/** Forces beats until the daemon is gone. Returns the highest ordinal that was answered. */
async function forceBeats(doors: Doors): Promise<number> {
  for (let highest = 0; ; ) {
    const answer = await doors.unix("/beat", { method: "POST" }).catch(() => undefined);
    if (answer?.status !== 200) return highest;
    highest = Number(jsonOf(answer).ordinal);
  }
}

test("killed five times in mid-stream", async (t) => {
  const folder = dataFolderFor(t);
  const { main, collectors } = copyPackage(t);
  const posters = new Posters();
  let ordinal = 0;
  const counts: number[] = [];
  for (let run = 0; run < kills; run++) {
    // In every second run a collector hangs, so that the start beat takes its 3 s and only a stored snapshot can be shown.
    const hangs = run % 2 === 1;
    writeFileSync(join(collectors, "git.sh"), hangs ? "exec sleep 10\n" : "exit 0\n");
    const daemon = startDaemon(t, folder, { main });
    const doors = await doorsOf(daemon, folder);
    for (const door of ["tcp", "unix"] as const) {
      const now = await doors[door]("/now");
      assert.equal(now.status, 200);
      assert.ok(Number(jsonOf(now).ordinal) >= ordinal, "a beat that was answered is not lost");
    }
    if (hangs) {
      const { beat, collectors } = await doors.health();
      assert.equal(beat.last?.tookMs, null, "made before this start");
      assert.equal(collectors.find(({ name }) => name === "git")?.status, "running");
    }
    const ended = Promise.all([posters.run(doors), forceBeats(doors)]);
    await posters.until(posters.acked.size + pulsesARun + 111 * run);
    daemon.process.kill("SIGKILL");
    assert.deepEqual(await daemon.ended, [null, "SIGKILL"]);
    const [, answered] = await ended;
    ordinal = Math.max(ordinal, answered);
    counts.push(posters.acked.size);
  }
  const daemon = startDaemon(t, folder, { main });
  await posters.settle(await doorsOf(daemon, folder));
  daemon.process.kill("SIGTERM");
  assert.deepEqual(await daemon.ended, [0, null]);

  assert.deepEqual(posters.refused, []);
  const stored = await storedPulses(join(folder.log, "pulses"));
  assertStored(stored, posters);
  const found = stored.filter(({ text }) => posters.unanswered.has(text ?? "")).length;
  t.diagnostic(`acked at each kill: ${counts.join(", ")}; in the log: ${stored.length}, seqs without a hole`);
  t.diagnostic(`all ${posters.acked.size} acked are there once; of ${posters.unanswered.size} unanswered ${found}`);
});

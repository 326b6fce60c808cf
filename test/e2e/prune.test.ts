// A full log: pulses are refused, prune drops old ones and makes room, beats and snapshots stay; after a restart seqs go on
// and verify says what was pruned.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { runCli } from "../cli/run-cli.js";
import { jsonOf, problemOf, pulseAsk } from "../http/client.js";
import { dataFolderFor, doorsOf, startDaemon } from "./daemon.js";

/** The least that can be set. */
const maxBytes = 16 * 1_048_576;

test("80 % is degraded, 100 % is 507, prune makes room again", async (t) => {
  const folder = dataFolderFor(t);
  writeFileSync(
    folder.config,
    `[log]\nmaxBytes = ${maxBytes}\n[collectors.git]\nenabled = false\n[collectors.window]\nenabled = false\n`,
  );
  let daemon = startDaemon(t, folder);
  let doors = await doorsOf(daemon, folder);
  const frame = Array.from({ length: 250 }, (_, i) => ({ source: "log", text: `${i} ${"x".repeat(7_900)}` }));
  const statuses: number[] = [];
  const problems: string[] = [];
  let told = false;
  for (;;) {
    const answer = await doors.unix("/pulse", pulseAsk(JSON.stringify(frame)));
    statuses.push(answer.status);
    if (answer.status !== 201) {
      assert.equal(problemOf(answer), "507 HB_LOG_FULL");
      assert.match(String(jsonOf(answer).hint), /heartbeat prune --before/);
      break;
    }
    // What an actor says of itself comes once a second.
    let health = await doors.health();
    while (health.log.head < statuses.length * frame.length) health = await doors.health();
    if (health.log.usedBytes >= 0.8 * maxBytes && !told) {
      told = true;
      assert.equal(health.status, "degraded");
      problems.push(...health.problems);
    }
  }
  assert.ok(statuses.length > 6 && statuses.length < 12, statuses.join());
  assert.match(problems.join(), /the log uses [89]\d % of its/);
  assert.equal((await doors.unix("/beat", { method: "POST" })).status, 200, "a full log stops no beat");
  const now = await doors.unix("/now.md");
  const stored = (statuses.length - 1) * frame.length;

  const early = await runCli(["prune", "--before", "2020-01-01"], { dir: folder.dir });
  assert.match(early.stdout, /^0 frames pruned; the pulses log uses \d+ bytes\n$/);
  const pruned = await runCli(["prune", "--before", new Date(Date.now() + 1).toISOString()], { dir: folder.dir });
  assert.deepEqual([pruned.code, pruned.stderr], [0, ""]);
  const last = stored - frame.length;
  assert.match(pruned.stdout, new RegExp(`^${statuses.length - 2} frames pruned; pulses up to p${last} are gone; `));
  assert.deepEqual((await doors.unix("/now.md")).body, now.body);
  daemon.process.kill("SIGTERM");
  assert.deepEqual(await daemon.ended, [0, null]);

  daemon = startDaemon(t, folder);
  doors = await doorsOf(daemon, folder);
  assert.equal((await doors.health()).problems.filter((problem) => problem.includes("the log uses")).length, 0);
  const more = await doors.unix("/pulse", pulseAsk(JSON.stringify(frame)));
  assert.deepEqual([more.status, jsonOf(more).first], [201, stored + 1], "no seq comes twice");
  assert.equal((await doors.unix("/beat", { method: "POST" })).status, 200);
  const kept = (await doors.unix("/pulses?limit=1")).body.toString();
  assert.equal(JSON.parse(kept).seq, last + 1);
  const verified = await runCli(["verify"], { dir: folder.dir });
  assert.equal(verified.code, 0, verified.stdout);
  assert.match(verified.stdout, new RegExp(`pulses up to p${last} were pruned`));
  const day = String(jsonOf(await doors.unix("/now")).id).slice(0, 10);
  const replayed = await runCli(["replay", day], { dir: folder.dir });
  assert.deepEqual([replayed.code, /pulses up to p\d+ were pruned/.test(replayed.stderr)], [1, true], replayed.stderr);
  daemon.process.kill("SIGTERM");
  assert.deepEqual(await daemon.ended, [0, null]);
});

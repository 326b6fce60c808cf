// Every write fails, as a disk's does after a bad sleep, while readers hold the logs open (field case B01): what comes is
// refused and told apart from what was stored, /now goes on and says that it is stale, /health says what is down; when
// the disk is back all goes on by itself. Real failed writes: the process may not write a byte to any file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import type { Health } from "../../src/http/protocol.js";
import { type Answer, jsonOf, problemOf, pulseAsk } from "../http/client.js";
import { dataFolderFor, doorsOf, startDaemon } from "./daemon.js";

/** Why no limit can be set on a process that runs; `null` when it can. */
function limitMissing(): string | null {
  try {
    execFileSync("prlimit", ["--pid", String(process.pid), "--fsize"], { stdio: "pipe" });
    return null;
  } catch (error) {
    return `can't limit a process's files here: ${(error as Error).message}`;
  }
}

/** From now on the process can write files up to so many bytes. */
function limitFiles(pid: number, bytes: "0" | "unlimited"): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
}

const noCollectors = "[collectors.git]\nenabled = false\n[collectors.window]\nenabled = false\n";

test("every write fails for a while", { skip: limitMissing() ?? false }, async (t) => {
  const folder = dataFolderFor(t);
  await writeFile(folder.config, noCollectors);
  const daemon = startDaemon(t, folder);
  const { unix, health: healthNow } = await doorsOf(daemon, folder);
  const pid = daemon.process.pid as number;
  const post = (path: string, body?: unknown): Promise<Answer> =>
    unix(path, body === undefined ? { method: "POST" } : pulseAsk(JSON.stringify(body)));
  const store = (text: string): Promise<Answer> => post("/pulse", { source: "test", text, id: text });
  const until = async (status: number, again: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await again();
      if (answer.status === status) return answer;
    }
  };
  /** What an actor says of itself comes once a second. */
  const healthThat = async (fits: (health: Health) => boolean, problems: readonly RegExp[]): Promise<void> => {
    for (;;) {
      const health = await healthNow();
      if (!fits(health)) continue;
      for (const [index, problem] of problems.entries()) assert.match(health.problems[index] ?? "", problem);
      return;
    }
  };
  assert.equal(jsonOf(await store("before")).first, 1);
  assert.equal((await post("/beat")).status, 200);

  daemon.process.kill("SIGSTOP");
  limitFiles(pid, "0");
  daemon.process.kill("SIGCONT");
  const refused = await store("refused");
  assert.deepEqual([problemOf(refused), refused.headers["retry-after"]], ["503 HB_LOG_IO", "5"]);
  // Within a second it shares the beat before.
  await until(500, () => post("/beat"));
  const now = await unix("/now.md");
  assert.deepEqual([now.status, /before/.test(now.body.toString())], [200, true]);
  assert.match(String(now.headers["heartbeat-stale"]), /^the last beat failed: /);
  assert.match(String(now.headers["heartbeat-age"]), /^\d+$/);
  await healthThat(
    (health) => health.status === "degraded" && health.problems.length === 2,
    [
      /^no pulse can be stored: the pulses log can't be written: EFBIG/,
      /^the last beat failed: the snapshots log can't be written: EFBIG/,
    ],
  );

  limitFiles(pid, "unlimited");
  const stored = await until(201, () => store("after"));
  assert.equal(jsonOf(stored).first, 2, "seqs go on without a hole or a repeat");
  await until(200, () => post("/beat"));
  const fresh = await unix("/now.md");
  assert.match(fresh.body.toString(), /before.*after/s);
  assert.ok(!fresh.body.toString().includes("refused"));
  assert.equal(fresh.headers["heartbeat-stale"], undefined);
  await healthThat((health) => health.status === "ok", []);
  assert.deepEqual(jsonOf(await store("before")).duplicates, [{ index: 0, seq: 1 }]);
  daemon.process.kill("SIGTERM");
  assert.deepEqual(await daemon.ended, [0, null]);
});

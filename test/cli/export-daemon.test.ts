// Export over the folder of a real daemon, while it runs and after it: it replays to the hashes that /now had.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { dataFolderFor, startDaemon } from "../e2e/daemon.js";
import { runCli } from "./run-cli.js";

test("export of a running daemon's folder, and of a stopped one's, replays to the very bytes of /now", async (t) => {
  const folder = dataFolderFor(t);
  const { dir } = folder;
  writeFileSync(
    folder.config,
    "windows = [2048, 1024]\n[collectors.git]\nenabled = false\n[collectors.window]\nenabled = false\n",
  );
  writeFileSync(folder.intentions, "- Ship the parser\n");
  const daemon = startDaemon(t, folder);
  await daemon.says("curl");
  const say = async (text: string, ...more: string[]) => {
    const ended = await runCli(["pulse", text, "--beat", ...more], { dir });
    assert.equal(ended.code, 0, ended.stderr);
  };
  await say("fixed the tokenizer", "--source", "git", "--type", "commit");
  await say("on branch work/trim", "--source", "git", "--key", "branch");
  writeFileSync(folder.intentions, "- Ship the parser\n- Rest\n");
  await say("curl https://me:hunter2@example.org/", "--source", "shell", "--type", "command.failed");
  const now = await runCli(["now", "--json"], { dir });

  const running = await runCli(["export"], { dir });
  assert.deepEqual([running.code, running.stderr], [0, ""]);
  daemon.process.kill("SIGTERM");
  await daemon.ended;
  const stopped = await runCli(["export"], { dir });
  assert.equal(stopped.stdout, running.stdout);
  assert.doesNotMatch(stopped.stdout, /hunter2/);

  const [pulses, out] = [join(dir, "export.ndjson"), join(dir, "out")];
  writeFileSync(pulses, stopped.stdout);
  const replayed = await runCli(["replay", "--pulses", pulses, "--out", out], { dir, env: { TZ: "Pacific/Apia" } });
  assert.match(replayed.stdout, /^\d+ beats replayed: every hash as recorded; written to /, replayed.stderr);
  const { id } = JSON.parse(now.stdout) as { id: string };
  assert.equal(`${await readFile(join(out, `${id}.json`), "utf8")}\n`, now.stdout);

  const day = id.slice(0, 10);
  const recomputed = await runCli(["replay", day], { dir, env: { TZ: "Pacific/Apia", LC_ALL: "tr_TR.UTF-8" } });
  assert.match(
    recomputed.stdout,
    /beats? recomputed from the begin of the log, every hash as stored\n$/,
    recomputed.stderr,
  );
});

import assert from "node:assert/strict";
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { writeDaemonFile } from "../../src/config/daemon-file.js";
import { dataFolder } from "../../src/config/data-folder.js";
import { tempFolder } from "../config/temp-folder.js";
import { runCli } from "./run-cli.js";

async function holder(t: TestContext, dir: string, manner: "willing" | "stubborn"): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("stubborn-daemon.js", import.meta.url));
  const child = fork(script, [dataFolder(dir).lock, manner]);
  t.after(() => child.kill("SIGKILL"));
  await once(child, "message");
  return child;
}

test("stop: SIGTERM, and answers when the process is gone", async (t) => {
  const dir = tempFolder(t);
  const daemon = await holder(t, dir, "willing");
  const exit = once(daemon, "exit");
  const { code, stdout } = await runCli(["stop"], { dir });
  assert.deepEqual([code, stdout], [0, `stopped: pid ${daemon.pid}\n`]);
  assert.deepEqual(await exit, [0, null]);
  assert.equal((await runCli(["stop"], { dir })).code, 3);
});

test("stop --force: SIGKILL for one that does not go", { timeout: 30_000 }, async (t) => {
  const dir = tempFolder(t);
  const daemon = await holder(t, dir, "stubborn");
  const exit = once(daemon, "exit");
  assert.equal((await runCli(["stop", "--force"], { dir })).code, 0);
  assert.deepEqual(await exit, [null, "SIGKILL"]);
});

test("stop never signals a process that got the pid of a dead daemon", async (t) => {
  const dir = tempFolder(t);
  const innocent = spawn(process.execPath, ["-e", "setInterval(() => {}, 60000)"]);
  t.after(() => innocent.kill("SIGKILL"));
  const { daemon, lock } = dataFolder(dir);
  const pid = innocent.pid ?? 0;
  mkdirSync(lock);
  writeFileSync(join(lock, "1"), JSON.stringify({ pid, start: "an earlier boot/1" }));
  writeDaemonFile(daemon, { pid, port: 1, socket: null, version: "", startedAt: "" });
  assert.equal((await runCli(["stop"], { dir })).code, 3);
  assert.equal(innocent.signalCode, null);
  assert.ok(innocent.kill(0));
});

// What the daemon refuses to start on, said in words, and what does not keep it from running.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { readDaemonFile } from "../../src/config/daemon-file.js";
import { mainPath } from "../cli/run-cli.js";
import { pulseAsk } from "../http/client.js";
import { dataFolderFor, doorsOf, startDaemon } from "./daemon.js";

async function elapsed(action: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await action();
  return performance.now() - begun;
}

test("a port that something else holds: port and setting are named, and nothing is left running", async (t) => {
  const folder = dataFolderFor(t);
  const holder = createServer().listen(0, "127.0.0.1");
  t.after(() => holder.close());
  await once(holder, "listening");
  const { port } = holder.address() as { port: number };
  const daemon = startDaemon(t, folder, { port });
  assert.deepEqual(await daemon.ended, [1, null]);
  assert.match(daemon.errors(), new RegExp(`^heartbeat: .*port ${port}\\b.*\n.*http\\.port.*--port`, "m"));
  assert.equal(daemon.output(), "");
  assert.equal(existsSync(folder.daemon), false);
});

test("a bad configuration: named, before anything is started", async (t) => {
  const folder = dataFolderFor(t);
  writeFileSync(folder.config, "windows = [12]");
  const daemon = startDaemon(t, folder);
  assert.deepEqual(await daemon.ended, [1, null]);
  assert.match(daemon.errors(), /^heartbeat: .*config\.toml: windows\b.*12/);
  assert.equal(existsSync(folder.token), false);
});

test("a second daemon on the folder names the pid and ends within 1 s; the first runs on", async (t) => {
  const folder = dataFolderFor(t);
  const first = startDaemon(t, folder);
  const doors = await doorsOf(first, folder);
  // A busy machine delays any process: then so many times what one takes that does nothing.
  const limitMs = Math.max(1_000, 10 * (await elapsed(() => once(spawn(process.execPath, ["-e", "0"]), "exit"))));
  let errors = "";
  const tookMs = await elapsed(async () => {
    const second = startDaemon(t, folder);
    assert.deepEqual(await second.ended, [1, null]);
    errors = second.errors();
  });
  assert.match(errors, new RegExp(`^heartbeat: .*\\bpid ${first.process.pid}\\b`));
  assert.ok(tookMs < limitMs, `took ${tookMs} of ${limitMs} ms`);
  t.diagnostic(`${Math.round(tookMs)} of at most ${Math.round(limitMs)} ms`);
  assert.equal(readDaemonFile(folder.daemon)?.pid, first.process.pid);
  assert.equal((await doors.unix("/now")).status, 200);
  assert.equal((await doors.tcp("/now")).status, 200);
});

test("a stdout that nobody reads any more does not end the daemon", async (t) => {
  const folder = dataFolderFor(t);
  const daemon = startDaemon(t, folder);
  daemon.process.stdout?.destroy();
  // With it the first beat is over, and so the banner written.
  await daemon.says('"kind":"start"');
  const { port = 0 } = readDaemonFile(folder.daemon) ?? {};
  assert.ok(port > 0);
  daemon.process.kill("SIGTERM");
  assert.deepEqual(await daemon.ended, [0, null]);
});

test("a log that is broken is set aside: /now answers again, /health says where it is", async (t) => {
  const folder = dataFolderFor(t);
  const first = startDaemon(t, folder);
  const before = await doorsOf(first, folder);
  const stored = await before.unix("/pulse", pulseAsk('{"source":"a","text":"kept"}'));
  assert.equal(stored.status, 201);
  first.process.kill("SIGTERM");
  assert.deepEqual(await first.ended, [0, null]);
  truncateSync(join(folder.log, "pulses", "data.mdb"), 8_192);
  const second = startDaemon(t, folder);
  const doors = await doorsOf(second, folder);
  const health = await doors.health();
  assert.equal(health.status, "degraded");
  assert.match(
    health.problems.join("\n"),
    /^the pulses log was broken \(.*cut short.*: both logs are kept in .*log\.broken-/,
  );
  const again = await doors.unix("/pulse", pulseAsk('{"source":"a","text":"goes on"}'));
  assert.equal(again.status, 201);
  const beat = await doors.unix("/beat", { method: "POST" });
  assert.equal(beat.status, 200);
  assert.match((await doors.unix("/now.md")).body.toString(), /goes on/);
});

test("a data folder that is a file is named, with what was expected", async (t) => {
  const folder = dataFolderFor(t);
  const path = join(folder.dir, "file");
  writeFileSync(path, "");
  const child = spawn(process.execPath, [mainPath, "run", "--data", path], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  assert.deepEqual(await once(child, "close"), [1, null]);
  assert.match(errors, /^heartbeat: .*file.*: can't be .*\n.*(--data|folder)/);
});

test("a configuration that turns bad while the daemon runs is said in its log, once", async (t) => {
  const folder = dataFolderFor(t);
  const daemon = startDaemon(t, folder);
  const doors = await doorsOf(daemon, folder);
  writeFileSync(folder.config, 'zone = "Mars"');
  for (let beat = 0; beat < 2; beat++) assert.equal((await doors.unix("/beat", { method: "POST" })).status, 200);
  const { problems } = await doors.health();
  assert.match(problems.join(), /zone.*Mars/);
  daemon.process.kill("SIGTERM");
  await daemon.ended;
  assert.equal(
    daemon
      .errors()
      .split("\n")
      .filter((line) => line.includes("Mars")).length,
    1,
  );
});

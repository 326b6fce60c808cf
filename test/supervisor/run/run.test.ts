import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { test } from "node:test";
import { readDaemonFile } from "../../../src/config/daemon-file.js";
import { lockHolder } from "../../../src/config/lock.js";
import { dataFolderFor, startDaemon } from "./daemon.js";

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  test(`${signal}: a graceful stop, exit code 0, daemon.json gone, the lock free`, async (t) => {
    const folder = await dataFolderFor(t);
    const daemon = startDaemon(t, folder.dir);
    await daemon.says("curl");
    assert.equal(readDaemonFile(folder.daemon)?.pid, daemon.process.pid);
    assert.equal(lockHolder(folder.lock)?.pid, daemon.process.pid);
    daemon.process.kill(signal);
    assert.deepEqual(await daemon.ended, [0, null]);
    assert.equal(existsSync(folder.daemon), false);
    assert.equal(lockHolder(folder.lock), undefined);
  });
}

test("a port that something else holds: named, and nothing is left running", async (t) => {
  const folder = await dataFolderFor(t);
  const holder = createServer().listen(0, "127.0.0.1");
  t.after(() => holder.close());
  await new Promise((resolve) => holder.once("listening", resolve));
  const { port } = holder.address() as { port: number };
  const daemon = startDaemon(t, folder.dir, port);
  assert.deepEqual(await daemon.ended, [1, null]);
  const { code, message } = JSON.parse(daemon.output());
  assert.equal(code, "HB_PORT_BUSY");
  assert.match(message, new RegExp(String(port)));
  assert.equal(existsSync(folder.daemon), false);
});

test("a bad configuration: named, before anything is started", async (t) => {
  const folder = await dataFolderFor(t);
  await writeFile(folder.config, "windows = [12]");
  const daemon = startDaemon(t, folder.dir);
  assert.deepEqual(await daemon.ended, [1, null]);
  assert.equal(JSON.parse(daemon.output()).code, "HB_CONFIG");
  assert.equal(existsSync(folder.token), false);
});

test("a second daemon on the folder names the pid and ends within 1 s", async (t) => {
  const folder = await dataFolderFor(t);
  const first = startDaemon(t, folder.dir);
  await first.says("curl");
  const begun = performance.now();
  const second = startDaemon(t, folder.dir);
  assert.deepEqual(await second.ended, [1, null]);
  const tookMs = performance.now() - begun;
  const { code, message } = JSON.parse(second.output());
  assert.equal(code, "HB_LOCKED");
  assert.match(message, new RegExp(`pid ${first.process.pid}`));
  assert.ok(tookMs < 1_000, `took ${tookMs} ms`);
});

test("a stdout that nobody reads any more does not end the daemon", async (t) => {
  const folder = await dataFolderFor(t);
  const daemon = startDaemon(t, folder.dir);
  daemon.process.stdout?.destroy();
  while (readDaemonFile(folder.daemon) === undefined) await new Promise(setImmediate);
  daemon.process.kill("SIGTERM");
  assert.deepEqual(await daemon.ended, [0, null]);
});

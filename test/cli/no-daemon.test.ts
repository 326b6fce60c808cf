import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { writeDaemonFile } from "../../src/config/daemon-file.js";
import { dataFolder } from "../../src/config/data-folder.js";
import { acquireLock } from "../../src/config/lock.js";
import { rotateToken } from "../../src/config/token.js";
import { tempFolder } from "../config/temp-folder.js";
import { runCli } from "./run-cli.js";

const info = { pid: 4711, port: 1, version: "0.0.0", startedAt: "" };

for (const command of ["now", "status", "beat", "resume", "stop", "pulse x"]) {
  test(`${command} without a daemon: says how to start one, exit code 3, makes nothing`, async (t) => {
    const dir = join(tempFolder(t), "data");
    const { code, stdout, stderr } = await runCli([...command.split(" "), "--data", dir], { dir: "/elsewhere" });
    assert.deepEqual([code, stdout], [3, ""]);
    assert.equal(stderr, `heartbeat: no daemon runs on ${dir}\nstart one with: heartbeat start --data ${dir}\n`);
    assert.ok(!existsSync(dir));
  });
}

test("a daemon.json that a kill -9 left behind is told apart", async (t) => {
  const dir = tempFolder(t);
  const { daemon, socket } = dataFolder(dir);
  writeDaemonFile(daemon, { ...info, socket });
  const { code, stderr } = await runCli(["now"], { dir });
  assert.equal(code, 3);
  assert.match(stderr, /no daemon runs on .*the last one, pid 4711, ended without a word/);
});

test("a port that somebody else has now gets no token: the lock says that no daemon runs", async (t) => {
  const dir = tempFolder(t);
  const asked: string[] = [];
  const stranger = createServer((request, response) => {
    asked.push(request.headers.authorization ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  t.after(() => stranger.close());
  const address = stranger.address();
  assert.ok(typeof address === "object" && address !== null);
  rotateToken(dataFolder(dir).token);
  writeDaemonFile(dataFolder(dir).daemon, { ...info, port: address.port, socket: null });
  assert.equal((await runCli(["now"], { dir })).code, 3);
  assert.deepEqual(asked, []);
});

test("a daemon that holds the folder and does not answer yet: exit code 1, names the pid", async (t) => {
  const dir = tempFolder(t);
  const lock = acquireLock(dataFolder(dir).lock);
  t.after(() => lock.release());
  const { code, stderr } = await runCli(["now"], { dir });
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`pid ${process.pid}\\) can't be reached\nit is starting or stopping`));
});

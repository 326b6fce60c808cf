import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { readDaemonFile } from "../../src/config/daemon-file.js";
import { dataFolder } from "../../src/config/data-folder.js";
import { tempFolder } from "../config/temp-folder.js";
import { runCli } from "./run-cli.js";

test("start answers when /now is there; a second daemon is refused; stop leaves nothing running", async (t) => {
  const dir = join(tempFolder(t), "data");
  t.after(() => runCli(["stop", "--force"], { dir }));
  const started = await runCli(["start", "--port", "0"], { dir });
  const daemon = readDaemonFile(dataFolder(dir).daemon);
  assert.equal(started.code, 0, started.stderr);
  assert.match(started.stdout, new RegExp(`^running: pid ${daemon?.pid}, http://127\\.0\\.0\\.1:${daemon?.port}/now`));
  assert.match((await runCli(["now"], { dir })).stdout, /^# INTENTION\n(?:.*\n)*# NOW /);

  const again = await runCli(["start"], { dir });
  assert.deepEqual([again.code, again.stdout], [0, `already running on ${dir}: pid ${daemon?.pid}\n`]);
  const second = await runCli(["run"], { dir });
  assert.equal(second.code, 1);
  assert.match(second.stderr, new RegExp(`\\bpid ${daemon?.pid}\\b`));

  assert.equal((await runCli(["stop"], { dir })).code, 0);
  assert.ok(!existsSync(dataFolder(dir).daemon));
  assert.equal((await runCli(["now"], { dir })).code, 3);
});

test("start with a bad configuration: the daemon's own words, and where the rest is", async (t) => {
  const dir = tempFolder(t);
  writeFileSync(join(dir, "config.toml"), "[http]\nprot = 1");
  const { code, stderr } = await runCli(["start"], { dir });
  assert.equal(code, 1);
  assert.match(stderr, /did not start \(exit code 1\):\nheartbeat: .*config\.toml: http\.prot: there is no such field/);
  assert.match(stderr, /all it said is in .*daemon\.log/);
  assert.match(readFileSync(dataFolder(dir).daemonLog, "utf8"), /http\.prot/);
});

test("start on a port that is held: names the port", async (t) => {
  const held = createServer();
  await new Promise<void>((resolve) => held.listen(0, "127.0.0.1", resolve));
  t.after(() => held.close());
  const address = held.address();
  assert.ok(typeof address === "object" && address !== null);
  const dir = join(tempFolder(t), "data");
  const { code, stderr } = await runCli(["start", "--port", String(address.port)], { dir });
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`port ${address.port} `));
});

test("start in a folder of other things: refused, and nothing is written there", async (t) => {
  const dir = tempFolder(t);
  writeFileSync(join(dir, "thesis.tex"), "");
  const { code, stderr } = await runCli(["start"], { dir });
  assert.equal(code, 1);
  assert.match(stderr, /is not empty and not a data folder/);
  assert.ok(!existsSync(dataFolder(dir).daemonLog));
});

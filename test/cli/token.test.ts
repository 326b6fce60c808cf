import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { dataFolder } from "../../src/config/data-folder.js";
import { readToken, rotateToken } from "../../src/config/token.js";
import { tempFolder } from "../config/temp-folder.js";
import { fakeDaemon } from "./fake-daemon.js";
import { runCli } from "./run-cli.js";

test("token: the folder's, with or without a daemon", async (t) => {
  const dir = tempFolder(t);
  const token = rotateToken(dataFolder(dir).token);
  assert.deepEqual(await runCli(["token"], { dir }), { code: 0, stdout: `${token}\n`, stderr: "" });
});

test("token --rotate without a daemon rewrites the file", async (t) => {
  const dir = tempFolder(t);
  const before = rotateToken(dataFolder(dir).token);
  const { stdout } = await runCli(["token", "--rotate"], { dir });
  assert.notEqual(stdout.trim(), before);
  assert.equal(stdout.trim(), readToken(dataFolder(dir).token));
});

test("token --rotate with a daemon: the daemon makes it", async (t) => {
  const { at, folder, asked } = await fakeDaemon(t, { "POST /token": [{ body: { token: "made-by-the-daemon" } }] });
  assert.equal((await runCli(["token", "--rotate"], at)).stdout, "made-by-the-daemon\n");
  assert.equal(asked.length, 1);
  assert.equal(readToken(folder.token), undefined);
});

test("token before the first start: says so", async (t) => {
  for (const dir of [tempFolder(t), join(tempFolder(t), "none")]) {
    const { code, stderr } = await runCli(["token"], { dir });
    assert.equal(code, 1);
    assert.match(stderr, /there is no token in .* yet: the first start makes it/);
  }
});

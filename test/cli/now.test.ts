import assert from "node:assert/strict";
import { test } from "node:test";
import { rotateToken } from "../../src/config/token.js";
import { fakeDaemon, problem } from "./fake-daemon.js";
import { runCli } from "./run-cli.js";

const markdown = "# NOW Fri 13 Mar 2026 10:56 UTC\n- p1 10:46 something ✓\n";

test("now: the Markdown as it is, through the unix socket and without a token", async (t) => {
  const { at, asked } = await fakeDaemon(t, { "GET /now.md": [{ body: markdown }] });
  assert.deepEqual(await runCli(["now"], at), { code: 0, stdout: markdown, stderr: "" });
  assert.equal(asked[0]?.headers.authorization, undefined);
  assert.equal(asked[0]?.headers.host, "localhost");
});

test("now --json --window: that snapshot, as JSON on a line", async (t) => {
  const { at } = await fakeDaemon(t, { "GET /now?window=4096": [{ body: { ordinal: 7 } }] });
  const { code, stdout } = await runCli(["now", "--json", "--window", "4096"], at);
  assert.deepEqual([code, stdout], [0, '{"ordinal":7}\n']);
});

test("now: a daemon without its first snapshot is asked again", async (t) => {
  const early = problem(503, "HB_NO_SNAPSHOT", "no snapshot yet");
  const { at, asked } = await fakeDaemon(t, { "GET /now.md": [early, early, { body: markdown }] });
  assert.equal((await runCli(["now"], at)).stdout, markdown);
  assert.equal(asked.length, 3);
});

test("now: what the daemon refuses is said with its hint", async (t) => {
  const refusal = problem(400, "HB_WINDOW", "expected at least 8192", "windows are set in config.toml");
  const { at } = await fakeDaemon(t, { "GET /now.md?window=9": [refusal] });
  const { code, stdout, stderr } = await runCli(["now", "--window", "9"], at);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(stderr, "heartbeat: expected at least 8192\nwindows are set in config.toml\n");
});

test("now: where there is no unix socket, by TCP with the token of the folder", async (t) => {
  const { at, asked, folder } = await fakeDaemon(t, { "GET /now.md": [{ body: markdown }] }, "tcp");
  const token = rotateToken(folder.token);
  assert.equal((await runCli(["now"], at)).stdout, markdown);
  assert.equal(asked[0]?.headers.authorization, `Bearer ${token}`);
});

test("--data goes before HEARTBEAT_DATA, before or after the command", async (t) => {
  const { at } = await fakeDaemon(t, { "GET /now.md": [{ body: markdown }] });
  const elsewhere = { dir: "/nowhere" };
  assert.equal((await runCli(["now", "--data", at.dir], elsewhere)).stdout, markdown);
  assert.equal((await runCli(["--data", at.dir, "now"], elsewhere)).stdout, markdown);
});

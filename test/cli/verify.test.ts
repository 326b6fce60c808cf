// heartbeat verify in a process of its own, with the daemon and without it.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { dataFolder } from "../../src/config/data-folder.js";
import { makeLog } from "../fixtures/make-log.js";
import { damage } from "../log/damage.js";
import { tempFolder } from "../replay/temp-file.js";
import { realHouse } from "../supervisor/real-house/house.js";
import { runCli } from "./run-cli.js";

test("without a daemon: a sound log is 0, a damaged one 4 and named", async (t) => {
  const folder = dataFolder(tempFolder(t));
  await makeLog(folder.log);
  const whole = await runCli(["verify"], { dir: folder.dir });
  assert.deepEqual(whole, {
    code: 0,
    stdout: "44 frames, 11 snapshots, 4 checkpoints: all as they were stored\n",
    stderr: "",
  });
  damage(join(folder.log, "pulses"), "commit 8: the parser reads ‘ÿ’ and 🙂");
  const broken = await runCli(["verify"], { dir: folder.dir });
  assert.equal(broken.code, 4);
  assert.match(broken.stdout, /broken:\n {2}frame p7: expected the bytes that were stored, got record p7 .* damaged/);
  const json = await runCli(["verify", "--json"], { dir: folder.dir });
  assert.equal(JSON.parse(json.stdout).broken[0].at, "p7");
});

test("while a daemon runs, which goes on writing", async (t) => {
  const dir = tempFolder(t);
  const house = await realHouse(t, dir);
  await house.ask("POST", "/pulse", { source: "test", text: "one" });
  const verified = runCli(["verify"], { dir });
  assert.equal((await house.ask("POST", "/beat")).status, 200);
  const { code, stdout } = await verified;
  assert.match(stdout, /^1 frames, \d snapshots, \d checkpoints: all as they were stored\n$/);
  assert.equal(code, 0);
  await house.ask("POST", "/pulse", { source: "test", text: "two" });
  assert.equal((await house.ask("POST", "/beat")).status, 200);
});

test("where there is no log it says so", async (t) => {
  const { code, stderr } = await runCli(["verify"], { dir: tempFolder(t) });
  assert.equal(code, 1);
  assert.match(stderr, /there is no log in/);
});

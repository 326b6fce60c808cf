// heartbeat demo runs to its end without a daemon and without a terminal.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tempFolder } from "../replay/temp-file.js";
import { runCli } from "./run-cli.js";

test("without a terminal: a line a beat, then the last frame whole, nothing wider than 80 columns, no escapes", async (t) => {
  const dir = join(tempFolder(t), "none");
  const ended = await runCli(["demo"], { dir, env: { TZ: "Pacific/Apia" } });
  assert.deepEqual([ended.code, ended.stderr], [0, ""]);
  const lines = ended.stdout.split("\n");
  assert.equal(lines.filter((line) => /^\d\d:\d\d {2}INTENTION \d+ .*drift \d+ %$/.test(line)).length, 73);
  assert.match(lines[74] ?? "", /^Fri 13 Mar 17:40 Europe\/Berlin · beat 2026-03-13\/125 · 606 of 606 pulses$/);
  assert.ok(ended.stdout.includes("# NOW Fri 13 Mar 2026 17:40 Europe/Berlin\n"));
  assert.ok(lines.every((line) => [...line].length <= 80));
  assert.ok(!ended.stdout.includes("\x1b"));
  assert.equal(existsSync(dir), false);
});

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { loadConfig } from "../../../src/config/load.js";
import { LiveConfig } from "../../../src/supervisor/live-config.js";

async function started(
  t: TestContext,
  text: string,
): Promise<{ live: LiveConfig; write(text: string): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "heartbeat-config-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "config.toml");
  await writeFile(path, text);
  return { live: new LiveConfig(path, await loadConfig(path)), write: (next) => writeFile(path, next) };
}

test("what a snapshot depends on holds from the next tick", async (t) => {
  const { live, write } = await started(t, 'zone = "UTC"');
  assert.deepEqual(JSON.parse((await live.read()).config).windows, [8192]);
  await write('zone = "Europe/Berlin"\nwindows = [4096]');
  const { zone, config } = await live.read();
  assert.equal(zone, "Europe/Berlin");
  assert.deepEqual(JSON.parse(config).windows, [4096]);
  assert.equal(live.problem, null);
});

test("a file that has become bad: the last good one holds, and health says what is wrong", async (t) => {
  const { live, write } = await started(t, "windows = [4096]");
  await write('windows = "many"');
  assert.deepEqual(JSON.parse((await live.read()).config).windows, [4096]);
  assert.match(live.problem ?? "", /config\.toml: windows: expected .*; the last good configuration holds/);
  await write("windows = [2048]");
  assert.deepEqual(JSON.parse((await live.read()).config).windows, [2048]);
  assert.equal(live.problem, null);
});

test("a change of anything else names what waits for a restart", async (t) => {
  const { live, write } = await started(t, "");
  await write("[http]\nport = 9000\n[collectors.git]\neverySeconds = 30");
  await live.read();
  assert.match(live.problem ?? "", /a change of http\.port, collectors\.git\.everySeconds holds after a restart only/);
  await write("");
  await live.read();
  assert.equal(live.problem, null);
});

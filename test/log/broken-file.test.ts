// Field case D07: a file that LMDB could not survive opening is set aside, whole, before anything opens it.

import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileDamage, setAsideBroken } from "../../src/log/broken-file.js";
import { PulsesLog } from "../../src/log/pulses-log.js";
import { tempLog, writeLog } from "./temp-log.js";

const now = new Date("2026-03-13T10:56:00.123Z");

interface Logs {
  readonly root: string;
  readonly pulses: string;
  readonly snapshots: string;
}

/** Two logs of the same making, as far as their files go. */
async function logs(t: TestContext): Promise<Logs> {
  const pulses = join(dirname(tempLog(t)), "log", "pulses");
  await writeLog(pulses, [3, 500, 1]);
  const root = dirname(pulses);
  const snapshots = join(root, "snapshots");
  mkdirSync(snapshots);
  copyFileSync(join(pulses, "data.mdb"), join(snapshots, "data.mdb"));
  return { root, pulses, snapshots };
}

test("sound logs, an empty folder and a missing one stay", async (t) => {
  const { root, pulses } = await logs(t);
  assert.equal(setAsideBroken(root, now), null);
  assert.equal(setAsideBroken(join(root, "nowhere"), now), null);
  const log = new PulsesLog(pulses);
  assert.equal(log.head, 504);
  await log.close();
});

test("every length that is too short is told from every one that is not", async (t) => {
  const { pulses } = await logs(t);
  const file = join(pulses, "data.mdb");
  const whole = readFileSync(file);
  const needed = Number(/at least (\d+)/.exec(damageAt(file, 8_192) ?? "")?.[1]);
  assert.ok(needed > 8_192 && needed <= whole.length);
  writeFileSync(file, whole);
  for (const [bytes, damaged] of [
    [needed - 1, true],
    [4_096, true],
    [100, true],
    [needed, false],
    [0, false],
  ] as const) {
    writeFileSync(file, whole);
    assert.equal(damageAt(file, bytes) !== null, damaged, `${bytes} bytes`);
  }

  function damageAt(path: string, bytes: number): string | null {
    truncateSync(path, bytes);
    return fileDamage(dirname(path));
  }
});

test("one head of two is enough; none is damage", async (t) => {
  const { pulses } = await logs(t);
  const file = join(pulses, "data.mdb");
  const whole = readFileSync(file);
  const pageBytes = whole.readUInt32LE(48);
  writeFileSync(file, Buffer.from(whole).fill(0xff, 0, 64));
  assert.equal(fileDamage(pulses), null);
  writeFileSync(file, Buffer.from(whole).fill(0xff, pageBytes, pageBytes + 64));
  assert.equal(fileDamage(pulses), null);
  writeFileSync(
    file,
    Buffer.from(whole)
      .fill(0xff, 0, 64)
      .fill(0xff, pageBytes, pageBytes + 64),
  );
  assert.equal(fileDamage(pulses), `${file} has no valid head`);
});

test("a broken pulses log is set aside with the snapshots that stand on it; a fresh one opens", async (t) => {
  const { root, pulses } = await logs(t);
  const before = readFileSync(join(pulses, "data.mdb")).subarray(0, 8_192);
  truncateSync(join(pulses, "data.mdb"), 8_192);
  const aside = `${root}.broken-20260313T105600Z`;
  const said = setAsideBroken(root, now) ?? "";
  assert.match(
    said,
    /^the pulses log was broken \(.*data\.mdb is cut short: expected at least \d+ bytes, it has 8192\)/,
  );
  assert.ok(said.includes(aside));
  assert.deepEqual(readFileSync(join(aside, "pulses", "data.mdb")), before);
  assert.ok(statSync(join(aside, "snapshots", "data.mdb")).size > 0);
  const log = new PulsesLog(pulses);
  assert.equal(log.head, 0);
  await log.close();
});

test("a broken snapshots log is set aside alone", async (t) => {
  const { root, pulses, snapshots } = await logs(t);
  writeFileSync(join(snapshots, "data.mdb"), "not a database");
  const said = setAsideBroken(root, now) ?? "";
  assert.match(said, /^the snapshots log was broken \(.*has no valid head\): it is kept in /);
  assert.deepEqual(readdirSync(root).sort(), ["pulses", "snapshots.broken-20260313T105600Z"]);
  assert.equal(fileDamage(pulses), null);
});

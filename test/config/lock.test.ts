import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { acquireLock, claim, lockHolder } from "../../src/config/lock.js";
import { LockProcess } from "./lock-process.js";
import { tempFolder } from "./temp-folder.js";

test("one holds it; another is refused with the pid, at once", async (t) => {
  const folder = tempFolder(t);
  const [first, second] = [await LockProcess.start(t, folder), await LockProcess.start(t, folder)];
  assert.deepEqual(await first.acquire(), { held: true });
  const began = performance.now();
  const refused = await second.acquire();
  assert.ok(performance.now() - began < 500);
  assert.equal(refused.code, "HB_LOCKED");
  assert.match(refused.message ?? "", new RegExp(`\\bpid ${first.pid}\\b`));
  assert.equal(lockHolder(folder)?.pid, first.pid);
});

test("let go, or killed, it can be taken again at once", async (t) => {
  const folder = tempFolder(t);
  const [first, second] = [await LockProcess.start(t, folder), await LockProcess.start(t, folder)];
  await first.acquire();
  await first.release();
  assert.equal(lockHolder(folder), undefined);
  assert.deepEqual(await second.acquire(), { held: true });
  await second.kill();
  assert.equal(lockHolder(folder), undefined);
  assert.deepEqual(await first.acquire(), { held: true });
});

test("of many that start at once over a dead lock, exactly one holds it", { timeout: 60_000 }, async (t) => {
  const folder = tempFolder(t);
  const crew = await Promise.all(Array.from({ length: 6 }, () => LockProcess.start(t, folder)));
  for (let round = 0; round < 12; round++) {
    const outcomes = await Promise.all(crew.map((one) => one.acquire()));
    const holders = crew.filter((_, index) => outcomes[index]?.held);
    assert.equal(holders.length, 1, JSON.stringify(outcomes));
    const holder = holders[0] as LockProcess;
    for (const outcome of outcomes) assert.ok(outcome.held || outcome.message?.includes(`pid ${holder.pid} `));
    // Now and then the holder dies and a new one takes its place in the crew.
    if (round % 3 === 2) {
      await holder.kill();
      crew[crew.indexOf(holder)] = await LockProcess.start(t, folder);
    } else await holder.release();
  }
  assert.ok(readdirSync(folder).length <= 3, readdirSync(folder).join(" "));
});

test("a pid that was used again by another process holds nothing", (t) => {
  const folder = tempFolder(t);
  acquireLock(folder);
  const [name = ""] = readdirSync(folder);
  const own = JSON.parse(readFileSync(join(folder, name), "utf8")) as { start: string };
  assert.equal(lockHolder(folder)?.pid, process.pid);
  writeFileSync(join(folder, name), JSON.stringify({ pid: process.pid, start: `${own.start}0` }));
  assert.equal(lockHolder(folder), undefined);
  acquireLock(folder).release();
});

test("who judged a dead lock too slowly gives way to who was faster", (t) => {
  const folder = tempFolder(t);
  const draft = join(folder, "draft");
  writeFileSync(draft, "slow");
  writeFileSync(join(folder, "7"), "fast");
  // It saw 5 as the highest, and dead; 6 was taken meanwhile and is gone again, 7 is held.
  assert.equal(claim(folder, draft, 6), false);
  assert.deepEqual(readdirSync(folder).sort(), ["7", "draft"]);
  // It saw 6: 7 is taken.
  assert.equal(claim(folder, draft, 7), false);
  assert.equal(readFileSync(join(folder, "7"), "utf8"), "fast");
  assert.equal(claim(folder, draft, 8), true);
});

test("torn files of a power loss hold nothing", (t) => {
  const folder = tempFolder(t);
  for (const text of ["", "\0\0\0\0", '{"pid":', "null", '{"pid":-1}', '{"pid":"1"}']) {
    writeFileSync(join(folder, "3"), text);
    assert.equal(lockHolder(folder), undefined, JSON.stringify(text));
  }
  const lock = acquireLock(folder);
  assert.equal(lockHolder(folder)?.pid, process.pid);
  lock.release();
  lock.release();
  assert.equal(lockHolder(folder), undefined);
});

test("letting go in a folder that somebody removed is no error", (t) => {
  const folder = join(tempFolder(t), "lock");
  const lock = acquireLock(folder);
  rmSync(folder, { recursive: true });
  lock.release();
  assert.equal(lockHolder(folder), undefined);
});

test("a folder that is not there yet has no holder", (t) => {
  assert.equal(lockHolder(join(tempFolder(t), "none")), undefined);
});

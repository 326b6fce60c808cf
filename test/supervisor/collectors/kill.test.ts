// A hanging collector is ended with all it started, on its timeout and when the runner closes.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { RunnerBench } from "./runner-bench.js";

const stubborn = 'trap "" TERM; sleep 300 & echo $$ $! >"$HOME/pids"; echo up >"$HOME/fifo"; wait; wait; sleep 300';

/** A bench whose collector hangs, whatever it is told, once `up` has resolved. */
function hanging(t: TestContext): { bench: RunnerBench; up: Promise<void> } {
  const bench = new RunnerBench(t, { a: stubborn });
  execFileSync("mkfifo", [join(bench.folder, "fifo")]);
  const reader = spawn("cat", [join(bench.folder, "fifo")], { stdio: "ignore" });
  return { bench, up: once(reader, "exit").then(() => undefined) };
}

function alive(bench: RunnerBench): number[] {
  const pids = (bench.read("pids") ?? "").trim().split(" ").map(Number);
  assert.equal(pids.length, 2);
  return pids.filter((pid) => bench.isRunning(pid));
}

test("its timeout over: the whole group is killed, SIGTERM ignored or not", async (t) => {
  const { bench, up } = hanging(t);
  bench.runner.start();
  await up;
  assert.equal(alive(bench).length, 2);
  bench.time.advance(19_999);
  assert.equal(alive(bench).length, 2);
  bench.time.advance(1);
  await bench.idle();
  assert.deepEqual([bench.status("a"), bench.detail("a")], ["killed", "took longer than 20 s and was killed"]);
  assert.deepEqual(alive(bench), []);
  assert.deepEqual(bench.logged, ["warn a: took longer than 20 s and was killed"]);
});

test("close kills what runs, starts nothing more, and can be called twice", async (t) => {
  const { bench, up } = hanging(t);
  bench.runner.start();
  await up;
  await Promise.all([bench.runner.close(), bench.runner.close()]);
  assert.deepEqual(alive(bench), []);
  bench.time.advance(3_600_000);
  await bench.runner.runAll(3_000);
  bench.runner.resume();
  assert.equal(bench.runs("a"), 1);
});

test("what a collector leaves running in the background ends with it and holds nothing up", async (t) => {
  const bench = new RunnerBench(t, { a: 'sleep 300 & echo $$ $! >"$HOME/pids"; echo done' });
  await bench.runner.runAll(60_000);
  assert.deepEqual([bench.status("a"), bench.detail("a")], ["ok", "done"]);
  assert.deepEqual(alive(bench), []);
});

// When collectors run: on their rhythm, after sleep at once, whatever is done to the wall clock, one run at a time.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { RunnerBench } from "./runner-bench.js";

test("at the start, then each time the interval is over, not before", async (t) => {
  const bench = new RunnerBench(t, { a: "echo fine" });
  bench.runner.start();
  await bench.idle();
  bench.time.advance(59_999);
  assert.equal(bench.status("a"), "ok");
  bench.time.advance(1);
  assert.equal(bench.status("a"), "running");
  await bench.idle();
  assert.equal(bench.runs("a"), 2);
});

test("after the machine slept: within five seconds of its own time", async (t) => {
  const bench = new RunnerBench(t, { a: "" }, { everySeconds: 3600 });
  bench.runner.start();
  await bench.idle();
  bench.time.advance(5_000, 7 * 3_600_000);
  assert.equal(bench.status("a"), "running");
});

test("a wall clock set back by a day stops nothing", async (t) => {
  const bench = new RunnerBench(t, { a: "" });
  bench.runner.start();
  await bench.idle();
  bench.time.wallMs -= 86_400_000;
  bench.time.advance(60_000);
  assert.equal(bench.status("a"), "running");
});

test("a run that takes longer than the interval is not started a second time meanwhile", async (t) => {
  const bench = new RunnerBench(
    t,
    { slow: 'until [ -e "$HOME/go" ]; do read -t 1 -r <>"$HOME/door"; done' },
    {
      everySeconds: 1,
      timeoutSeconds: 600,
    },
  );
  execFileSync("mkfifo", [`${bench.folder}/door`]);
  bench.runner.start();
  for (let i = 0; i < 20; i++) bench.time.advance(5_000);
  assert.equal(bench.status("slow"), "running");
  execFileSync("bash", ["-c", 'touch "$0/go"; echo >"$0/door"', bench.folder]);
  await bench.time.until(() => bench.runs("slow") === 2);
});

test("not available here: asked again every ten minutes only", async (t) => {
  const bench = new RunnerBench(t, { a: "echo 'not available here: no such thing'; exit 69" });
  bench.runner.start();
  await bench.idle();
  bench.time.advance(599_000);
  assert.equal(bench.status("a"), "unavailable");
  bench.time.advance(1_000);
  assert.equal(bench.status("a"), "running");
});

test("paused: none is started until resumed, then all at once", async (t) => {
  const bench = new RunnerBench(t, { a: "", b: "" });
  bench.runner.start();
  await bench.idle();
  bench.runner.pause();
  bench.time.advance(3_600_000);
  assert.deepEqual([bench.status("a"), bench.status("b"), bench.runs("a")], ["paused", "paused", 1]);
  assert.equal(bench.runner.health()[0]?.nextRun, null);
  await bench.runner.runAll(3_000);
  assert.equal(bench.runs("a"), 1);
  bench.runner.resume();
  assert.deepEqual([bench.status("a"), bench.status("b")], ["running", "running"]);
});

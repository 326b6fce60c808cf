// A start or catch-up beat waits for all collectors, but not for ever.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { RunnerBench } from "./runner-bench.js";

test("all run at once; it resolves when the last has ended", async (t) => {
  // Each waits until the other is there as well.
  const meet = (own: string, other: string) =>
    `touch "$HOME/${own}"; until [ -e "$HOME/${other}" ]; do sleep 0.02; done`;
  const bench = new RunnerBench(t, { a: meet("1", "2"), b: meet("2", "1") });
  await bench.runner.runAll(3_000);
  assert.deepEqual([bench.status("a"), bench.status("b")], ["ok", "ok"]);
});

test("after the limit it resolves; the slow one goes on within its own timeout", async (t) => {
  const bench = new RunnerBench(t, { quick: "", slow: 'until [ -e "$HOME/go" ]; do sleep 0.02; done; echo made it' });
  bench.runner.start();
  let resolved = false;
  const all = bench.runner.runAll(3_000).then(() => {
    resolved = true;
  });
  await bench.time.until(() => bench.status("quick") === "ok");
  bench.time.advance(2_999);
  await new Promise(setImmediate);
  assert.equal(resolved, false);
  bench.time.advance(1);
  await all;
  assert.equal(bench.status("slow"), "running");
  writeFileSync(`${bench.folder}/go`, "");
  await bench.runner.runAll(3_000);
  assert.deepEqual([bench.status("slow"), bench.detail("slow"), bench.runs("slow")], ["ok", "made it", 1]);
});

test("one known not to be available is not waited for", async (t) => {
  const bench = new RunnerBench(t, { a: "exit 69" });
  await bench.runner.runAll(3_000);
  await bench.runner.runAll(3_000);
  assert.equal(bench.runs("a"), 1);
});

test("what runAll ran is not due again when the schedule begins", async (t) => {
  const bench = new RunnerBench(t, { a: "" });
  await bench.runner.runAll(3_000);
  bench.runner.start();
  assert.equal(bench.status("a"), "ok");
});

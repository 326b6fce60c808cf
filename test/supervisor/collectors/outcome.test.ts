// What a run's end becomes in /health and in the log.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { RunnerBench } from "./runner-bench.js";

for (const { name, body, status, detail } of [
  { name: "its last line", body: "echo one; echo; echo two; echo", status: "ok", detail: "two" },
  { name: "a warning before what went well", body: "echo fine; echo careful >&2", status: "ok", detail: "careful" },
  { name: "nothing said", body: "", status: "ok", detail: "" },
  {
    name: "not available",
    body: "echo 'not available here: no screen'; exit 69",
    status: "unavailable",
    detail: "not available here: no screen",
  },
  { name: "failed with a reason", body: "echo part; echo broke >&2; exit 75", status: "failed", detail: "broke" },
  { name: "failed without one", body: "exit 3", status: "failed", detail: "exit code 3" },
  { name: "ended by a signal", body: "kill -9 $$", status: "failed", detail: "ended by SIGKILL" },
  { name: "control characters", body: "printf '\\033[31mred\\007\\n'", status: "ok", detail: "[31mred" },
  { name: "a long line", body: "printf '%01000d\\n' 7", status: "ok", detail: "0".repeat(300) },
]) {
  test(name, async (t) => {
    const bench = new RunnerBench(t, { a: body });
    await bench.runner.runAll(60_000);
    assert.deepEqual({ status: bench.status("a"), detail: bench.detail("a") }, { status, detail });
  });
}

test("megabytes of output are read and dropped", async (t) => {
  const bench = new RunnerBench(t, { a: "yes | head -c 20000000; echo; echo end" });
  const before = process.memoryUsage().rss;
  await bench.runner.runAll(60_000);
  assert.equal(bench.detail("a"), "end");
  assert.ok(process.memoryUsage().rss - before < 100 << 20);
});

test("health tells when it ran, how long it took and when it runs next", async (t) => {
  const bench = new RunnerBench(t, { a: "" });
  assert.deepEqual(bench.runner.health(), [
    { name: "a", status: "waiting", detail: "", lastRun: null, nextRun: null, tookMs: null },
  ]);
  bench.runner.start();
  await bench.idle();
  assert.deepEqual(bench.runner.health(), [
    {
      name: "a",
      status: "ok",
      detail: "",
      lastRun: "2026-03-13T10:00:00.000Z",
      nextRun: "2026-03-13T10:01:00.000Z",
      tookMs: 0,
    },
  ]);
});

test("the log has a change once, not every run", async (t) => {
  const bench = new RunnerBench(t, {
    a: 'code=$(cat "$HOME/code"); echo "said $RANDOM"; [ $code = 0 ] || echo broke >&2; exit $code',
  });
  for (const code of [0, 0, 1, 1, 0, 0]) {
    writeFileSync(`${bench.folder}/code`, String(code));
    await bench.runner.runAll(60_000);
  }
  assert.equal(bench.logged.length, 3);
  assert.match(bench.logged[0] ?? "", /^info a: said \d+$/);
  assert.equal(bench.logged[1], "warn a: broke");
  assert.match(bench.logged[2] ?? "", /^info a: said \d+$/);
});

test("functions and startup files in the environment do not reach the script", async (t) => {
  const bench = new RunnerBench(t, { a: "echo real" }, {});
  writeFileSync(`${bench.folder}/startup`, "echo startup; exit 9");
  process.env.BASH_ENV = `${bench.folder}/startup`;
  process.env["BASH_FUNC_echo%%"] = "() { builtin echo fake; }";
  t.after(() => {
    delete process.env.BASH_ENV;
    delete process.env["BASH_FUNC_echo%%"];
  });
  await bench.runner.runAll(60_000);
  assert.deepEqual([bench.status("a"), bench.detail("a")], ["ok", "real"]);
});

test("without bash nothing is available", async (t) => {
  const bench = new RunnerBench(t, { a: "" }, { environment: { PATH: "/nowhere" } });
  await bench.runner.runAll(60_000);
  assert.deepEqual(
    [bench.status("a"), bench.detail("a")],
    ["unavailable", "not available here: bash is not installed"],
  );
});

// The real runner, the real scripts, a real repository: from configuration to pulses at the daemon's door.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { collectorDefinitions } from "../../../src/supervisor/collector-definitions.js";
import { CollectorRunner } from "../../../src/supervisor/collectors.js";
import { CollectorBench, scripts } from "../../collectors/collector-bench.js";
import { GitRepository } from "../../collectors/git-repository.js";

test("a first run through the unix socket", async (t) => {
  const bench = await CollectorBench.open(t, { socket: true });
  const repo = new GitRepository(bench);
  repo.commit("the loop beats");
  const schedule = { enabled: true, everySeconds: 60, timeoutSeconds: 20 };
  const definitions = collectorDefinitions(
    { git: { ...schedule, repositories: [] }, window: { ...schedule, enabled: false } },
    {
      scripts,
      state: join(bench.folder, "collectors"),
      startedIn: repo.folder,
      url: bench.daemon.url,
      socket: bench.env.HEARTBEAT_SOCKET ?? null,
      tokenFile: join(bench.folder, "token"),
    },
  ).map((one) => ({ ...one, environment: { ...one.environment, HOME: bench.folder } }));
  const silent = { info: () => undefined, warn: () => undefined };
  const runner = new CollectorRunner(definitions, silent);
  t.after(() => runner.close());
  await runner.runAll(30_000);
  assert.deepEqual(
    runner.health().map(({ name, status, detail }) => ({ name, status, detail })),
    [{ name: "git", status: "ok", detail: "1 reported" }],
  );
  assert.ok(bench.daemon.requests.every((request) => request.entrance === "unix"));
  assert.deepEqual(bench.daemon.errors, []);
  assert.deepEqual(bench.takeTexts(), [
    "Committed 'the loop beats' on main in repo",
    "repo is on branch main",
    "repo has no uncommitted changes",
  ]);
});

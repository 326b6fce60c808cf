// The collector only reads: nothing in the repository changes, no hook or monitor runs, no slow tree holds it up.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CollectorBench } from "./collector-bench.js";
import { GitRepository } from "./git-repository.js";

function filesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true }) as string[];
  return Object.fromEntries(
    entries.sort().map((path) => {
      const { mtimeMs, size } = statSync(join(folder, path));
      return [path, `${mtimeMs} ${size}`];
    }),
  );
}

test("no file of the repository is written, even where git status would refresh the index", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("first");
  repo.write("stale.txt");
  repo.commit("second");
  repo.write("stale.txt"); // same content, new time
  const before = filesOf(repo.folder);
  await bench.run("git.sh", [repo.folder]);
  assert.deepEqual(filesOf(repo.folder), before);
});

test("programs that the repository's configuration names are not run", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("first");
  const trace = join(bench.folder, "ran");
  bench.fake("trap", `touch '${trace}'`);
  repo.git("config", "core.fsmonitor", join(bench.folder, "bin/trap"));
  repo.git("config", "core.pager", join(bench.folder, "bin/trap"));
  repo.git("config", "gpg.program", join(bench.folder, "bin/trap"));
  repo.git("config", "log.showSignature", "true");
  const ran = await bench.run("git.sh", [repo.folder]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.equal(existsSync(trace), false);
});

test("a tree that takes too long is reported without its untracked files, and not tried in full at the next run", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.write("a.ts");
  repo.commit("first");
  repo.write("a.ts", "changed\n");
  const real = execFileSync("bash", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const trace = join(bench.folder, "full");
  bench.fake(
    "git",
    `case "$*" in *--untracked-files=normal*) echo x >>'${trace}'; exec sleep 60;; esac; exec '${real}' "$@"`,
  );
  for (let i = 0; i < 2; i++) {
    const ran = await bench.run("git.sh", [repo.folder]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(
      bench.takeTexts().at(-1),
      "repo has 1 changed file: a.ts (untracked files not counted: there are too many)",
    );
  }
  assert.equal(statSync(trace).size, 2);
});

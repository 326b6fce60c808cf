// Branch and uncommitted work: states under a key of their own for each repository, said at every run.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CollectorBench } from "./collector-bench.js";
import { GitRepository } from "./git-repository.js";

async function states(bench: CollectorBench, ...folders: string[]): Promise<(string | undefined)[]> {
  bench.daemon.pulses.length = 0;
  const ran = await bench.run("git.sh", folders);
  assert.equal(ran.code, 0, ran.stderr);
  return bench.daemon.pulses.filter((pulse) => pulse.key !== undefined).map((pulse) => pulse.text);
}

test("a clean tree is said at every run", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("first");
  const expected = ["repo is on branch main", "repo has no uncommitted changes"];
  assert.deepEqual(await states(bench, repo.folder), expected);
  assert.deepEqual(await states(bench, repo.folder), expected);
});

test("changed, staged, renamed and untracked files are counted and named", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  for (const path of ["a.ts", "b c.ts", "old.ts"]) repo.write(path, `${path}\n`.repeat(20));
  repo.commit("first");
  repo.write("a.ts", "changed\n");
  repo.write("b c.ts", "staged\n");
  repo.git("add", "b c.ts");
  repo.git("mv", "old.ts", "new.ts");
  repo.write("späße.ts");
  const [, changes] = await states(bench, repo.folder);
  assert.equal(changes, "repo has 3 changed files, 2 staged, 1 untracked: a.ts, b c.ts, new.ts, späße.ts");
});

test("of thousands of changed files the first five are named", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  for (let i = 1000; i < 4000; i++) repo.write(`f${i}.txt`, "one\n");
  repo.commit("many");
  for (let i = 1000; i < 4000; i++) repo.write(`f${i}.txt`, "two\n");
  const [, changes] = await states(bench, repo.folder);
  assert.equal(
    changes,
    "repo has 3000 changed files: f1000.txt, f1001.txt, f1002.txt, f1003.txt, f1004.txt and 2995 more",
  );
});

test("only untracked files; names with line breaks and quotes stay on one line", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("first");
  repo.write('a\n"b".txt');
  const [, changes] = await states(bench, repo.folder);
  assert.equal(changes, 'repo has 1 untracked file: "a\\n\\"b\\".txt"');
});

test("a conflict is said", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.write("a.ts", "base\n");
  repo.commit("first");
  repo.git("switch", "-qc", "side");
  repo.write("a.ts", "side\n");
  repo.commit("side");
  repo.git("switch", "-q", "main");
  repo.write("a.ts", "main\n");
  repo.commit("main");
  assert.throws(() => repo.git("rebase", "side"));
  const [branch, changes] = await states(bench, repo.folder);
  assert.equal(branch, "repo is in a rebase of branch main");
  assert.match(changes ?? "", /^repo has 2 changed files, 1 staged, 1 in conflict: .*a\.ts/);
});

test("no commit yet; detached HEAD", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  assert.deepEqual(await states(bench, repo.folder), [
    "repo is on branch main, without a commit yet",
    "repo has no uncommitted changes",
  ]);
  const hash = repo.commit("first");
  repo.git("switch", "-q", "--detach");
  const [branch] = await states(bench, repo.folder);
  assert.equal(branch, `repo is on no branch, at commit ${hash.slice(0, 10)} (detached HEAD)`);
  repo.commit("second");
  bench.daemon.pulses.length = 0;
  await bench.run("git.sh", [repo.folder]);
  assert.equal(bench.daemon.pulses[0]?.text, "Committed 'second' on a detached HEAD in repo");
});

test("repositories with the same folder name have keys of their own and are told apart by their parent", async (t) => {
  const bench = await CollectorBench.open(t);
  const work = new GitRepository(bench, "work/api");
  const home = new GitRepository(bench, "home/api");
  const texts = await states(bench, work.folder, home.folder);
  assert.ok(texts.includes("work/api is on branch main, without a commit yet"));
  assert.ok(texts.includes("home/api is on branch main, without a commit yet"));
  const keys = bench.daemon.pulses.map((pulse) => pulse.key);
  assert.equal(new Set(keys).size, 4);
});

test("a folder inside a repository, and the same one twice, stand for the repository, once", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.write("src/a.ts");
  repo.commit("first");
  assert.deepEqual(await states(bench, `${repo.folder}/src`, repo.folder), [
    "repo is on branch main",
    "repo has no uncommitted changes",
  ]);
});

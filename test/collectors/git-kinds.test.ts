// Repositories that are not the usual kind, and places that are none.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CollectorBench } from "./collector-bench.js";
import { GitRepository } from "./git-repository.js";

test("a bare repository: its commits, no states", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("pushed");
  repo.git("clone", "-q", "--bare", ".", "../shelf.git");
  const ran = await bench.run("git.sh", [join(bench.folder, "shelf.git")]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(bench.takeTexts(), ["Committed 'pushed' on main in shelf"]);
});

test("worktrees: each its own states, every commit under one id", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("shared");
  repo.git("worktree", "add", "-q", "-b", "side", "../tree");
  const ran = await bench.run("git.sh", [repo.folder, join(bench.folder, "tree")]);
  assert.equal(ran.code, 0, ran.stderr);
  const commits = bench.daemon.pulses.filter((pulse) => pulse.type === "commit");
  assert.equal(new Set(commits.map((pulse) => pulse.id)).size, 1);
  const texts = bench.takeTexts();
  assert.ok(texts.includes("repo is on branch main"));
  assert.ok(texts.includes("tree is on branch side"));
});

test("a submodule is a repository of its own; work in it is not its parent's", async (t) => {
  const bench = await CollectorBench.open(t);
  const part = new GitRepository(bench, "part");
  part.commit("of the part");
  const repo = new GitRepository(bench);
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", part.folder, "lib");
  repo.commit("with part");
  repo.write("lib/of-the-part.txt", "changed\n");
  const ran = await bench.run("git.sh", [repo.folder, join(repo.folder, "lib")]);
  assert.equal(ran.code, 0, ran.stderr);
  const texts = bench.takeTexts();
  assert.ok(texts.includes("repo has no uncommitted changes"));
  assert.ok(texts.includes("lib has 1 changed file: of-the-part.txt"));
  assert.ok(texts.includes("Committed 'of the part' on main in lib"));
});

test("what is not a repository is named; the others are reported all the same", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("first");
  const plain = join(bench.folder, "plain");
  mkdirSync(plain);
  const gone = join(bench.folder, "gone");
  const ran = await bench.run("git.sh", [plain, gone, repo.folder]);
  assert.equal(ran.code, 1);
  assert.equal(ran.stderr, `${gone}: no such folder (2 of 3 with a problem, 1 reported)\n`);
  assert.equal(bench.takeTexts().length, 3);
});

test("the only folder is no repository: not available here", async (t) => {
  const bench = await CollectorBench.open(t);
  const ran = await bench.run("git.sh", [bench.folder]);
  assert.equal(ran.code, 69);
  assert.equal(ran.stdout, `not available here: ${bench.folder}: not a git repository\n`);
});

test("a repository of another user is refused by git: the hint says how to allow it", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("first");
  bench.env.GIT_TEST_ASSUME_DIFFERENT_OWNER = "1";
  const ran = await bench.run("git.sh", [repo.folder]);
  assert.equal(ran.code, 69);
  assert.match(
    ran.stdout,
    /another user owns it; allow it with: git config --global --add safe\.directory \/.*repo\n$/,
  );
  assert.deepEqual(bench.takeTexts(), []);
});

test("started inside a git hook it still looks at the folder it was given", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("here");
  const other = new GitRepository(bench, "other");
  other.commit("there");
  bench.env.GIT_DIR = join(other.folder, ".git");
  await bench.run("git.sh", [repo.folder]);
  assert.ok(bench.takeTexts().includes("Committed 'here' on main in repo"));
});

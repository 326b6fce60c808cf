// H15: commits that a rebase, an amend or a force-push made again are not news; what was really added is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CollectorBench } from "./collector-bench.js";
import { at, GitRepository } from "./git-repository.js";

const texts = (bench: CollectorBench) =>
  bench.daemon.pulses
    .splice(0)
    .filter((pulse) => pulse.type === "commit")
    .map((pulse) => pulse.text);

/** `main` and `feature` have parted; both were seen. */
async function parted(bench: CollectorBench, onFeature: number): Promise<GitRepository> {
  const repo = new GitRepository(bench);
  repo.commit("base", at(1_700_000_000));
  repo.git("switch", "-qc", "feature");
  for (let i = 0; i < onFeature; i++) repo.commit(`feature ${i}`, at(1_700_000_100 + i));
  repo.git("switch", "-q", "main");
  repo.commit("meanwhile", at(1_700_000_500));
  repo.git("switch", "-q", "feature");
  await bench.run("git.sh", [repo.folder]);
  texts(bench);
  return repo;
}

test("a rebase of 50 commits gives no pulse, a commit on top of it gives one", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = await parted(bench, 50);
  repo.git("rebase", "-q", "main");
  repo.commit("on top");
  await bench.run("git.sh", [repo.folder]);
  assert.deepEqual(texts(bench), ["Committed 'on top' on feature in repo"]);
});

test("nor does a rebase that left a backup branch behind, or whose old commits are gone for good", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = await parted(bench, 3);
  repo.git("branch", "backup");
  repo.git("rebase", "-q", "main");
  await bench.run("git.sh", [repo.folder]);
  assert.deepEqual(texts(bench), []);
  repo.git("branch", "-qD", "backup");
  repo.git("reflog", "expire", "--expire=now", "--all");
  repo.git("gc", "-q", "--prune=now");
  repo.commit("afterwards");
  await bench.run("git.sh", [repo.folder]);
  assert.deepEqual(texts(bench), ["Committed 'afterwards' on feature in repo"]);
});

test("an amended commit is reported once more only under a new subject", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = await parted(bench, 1);
  repo.write("more.txt");
  repo.git("add", "-A");
  repo.git("commit", "-q", "--amend", "--no-edit");
  await bench.run("git.sh", [repo.folder]);
  assert.deepEqual(texts(bench), []);
  repo.git("commit", "-q", "--amend", "-m", "feature, said better");
  await bench.run("git.sh", [repo.folder]);
  assert.deepEqual(texts(bench), ["Committed 'feature, said better' on feature in repo"]);
});

test("two commits alike in one second are two, before and after a rebase", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = await parted(bench, 1);
  repo.commit("wip", at(1_700_000_900));
  repo.commit("wip", at(1_700_000_900));
  await bench.run("git.sh", [repo.folder]);
  assert.equal(texts(bench).length, 2);
  repo.git("rebase", "-q", "main");
  repo.commit("wip", at(1_700_000_900));
  await bench.run("git.sh", [repo.folder]);
  assert.equal(texts(bench).length, 1);
});

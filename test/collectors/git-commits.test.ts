// New commits are found by range from what was seen last: never by date, none lost, none twice.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";
import { CollectorBench } from "./collector-bench.js";
import { at, GitRepository } from "./git-repository.js";

const commits = (bench: CollectorBench) => bench.daemon.pulses.splice(0).filter((pulse) => pulse.type === "commit");
const texts = (bench: CollectorBench) => commits(bench).map((pulse) => pulse.text);

test("the first run reports the last 20 commits, oldest first, with their own times", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  for (let i = 0; i < 23; i++) repo.commit(`change ${i}`, at(1_700_000_000 + i));
  const ran = await bench.run("git.sh", [repo.folder]);
  assert.deepEqual({ code: ran.code, stderr: ran.stderr }, { code: 0, stderr: "" });
  const pulses = commits(bench);
  assert.equal(pulses.length, 20);
  assert.equal(pulses[0]?.text, "Committed 'change 3' on main in repo");
  assert.equal(pulses[0]?.time, 1_700_000_003_000);
  assert.equal(pulses[19]?.text, "Committed 'change 22' on main in repo");
  assert.match(pulses[19]?.id ?? "", new RegExp(`/${repo.git("rev-parse", "HEAD")}$`));
  assert.equal(new Set(pulses.map((pulse) => pulse.id)).size, 20);
});

test("later runs report what is new, on every branch, and nothing when nothing is", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("first");
  await bench.run("git.sh", [repo.folder]);
  commits(bench);
  repo.git("switch", "-qc", "feature");
  repo.commit("on the side");
  repo.git("switch", "-q", "main");
  repo.commit("on main");
  await bench.run("git.sh", [repo.folder]);
  assert.deepEqual(texts(bench), ["Committed 'on main' on main in repo", "Committed 'on the side' on feature in repo"]);
  await bench.run("git.sh", [repo.folder]);
  assert.deepEqual(texts(bench), []);
});

test("H15: a commit behind one with an old date is not missed", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("base");
  await bench.run("git.sh", [repo.folder]);
  commits(bench);
  repo.commit("Jan 8", at(1_767_830_400));
  repo.commit("bad clock", at(1_577_836_800));
  repo.commit("Jan 9", at(1_767_916_800));
  await bench.run("git.sh", [repo.folder]);
  assert.deepEqual(texts(bench), [
    "Committed 'Jan 8' on main in repo",
    "Committed 'bad clock' on main in repo",
    "Committed 'Jan 9' on main in repo",
  ]);
});

test("the commits made in a repository that was empty at the first run are all reported", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  await bench.run("git.sh", [repo.folder]);
  for (let i = 0; i < 22; i++) repo.commit(`change ${i}`);
  await bench.run("git.sh", [repo.folder]);
  assert.equal(commits(bench).length, 22);
});

test("another repository in the same place is a first run again", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("old");
  await bench.run("git.sh", [repo.folder]);
  commits(bench);
  rmSync(repo.folder, { recursive: true });
  const other = new GitRepository(bench);
  for (let i = 0; i < 25; i++) other.commit(`change ${i}`);
  await bench.run("git.sh", [other.folder]);
  assert.equal(commits(bench).length, 20);
});

test("what the daemon did not take is sent again, under the same ids", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("kept");
  bench.daemon.refuse = { status: 503, body: '{"detail":"the disk is full"}' };
  const refused = await bench.run("git.sh", [repo.folder]);
  assert.equal(refused.code, 75);
  assert.equal(refused.stderr, "the daemon did not take the pulses: HTTP 503 the disk is full\n");
  bench.daemon.refuse = undefined;
  await bench.run("git.sh", [repo.folder]);
  assert.deepEqual(texts(bench), ["Committed 'kept' on main in repo"]);
});

test("a commit of someone else names them and weighs less", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  repo.commit("pulled", { GIT_AUTHOR_NAME: "Grace Hopper", GIT_AUTHOR_EMAIL: "grace@example.org" });
  await bench.run("git.sh", [repo.folder]);
  const [pulse] = commits(bench);
  assert.equal(pulse?.text, "Grace Hopper committed 'pulled' on main in repo");
  assert.equal(pulse?.importance, 40);
});

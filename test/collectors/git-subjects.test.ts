// Whatever bytes a subject holds, the pulse is valid and says it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { CollectorBench } from "./collector-bench.js";
import { GitRepository } from "./git-repository.js";

const subjects: readonly { name: string; bytes: Buffer; said: string }[] = [
  { name: "quotes", bytes: Buffer.from(`say "it's" \\done\\`), said: `say "it's" \\done\\` },
  { name: "a line break", bytes: Buffer.from("one\ntwo\n\nbody"), said: "one two" },
  { name: "control bytes", bytes: Buffer.from("a\x01b\x1b[31mc\x7f\td"), said: "a\x01b\x1b[31mc\x7f\td" },
  { name: "8-bit junk", bytes: Buffer.from([0x41, 0x80, 0xff, 0x42]), said: "A\u{fffd}\u{fffd}B" },
  { name: "percent and dollar signs", bytes: Buffer.from("100%s %H $(id) `id` \\n"), said: "100%s %H $(id) `id` \\n" },
  { name: "emoji", bytes: Buffer.from("🚀 grüße"), said: "🚀 grüße" },
  { name: "nothing", bytes: Buffer.from(""), said: "" },
];

for (const { name, bytes, said } of subjects) {
  test(name, async (t) => {
    const bench = await CollectorBench.open(t);
    const repo = new GitRepository(bench);
    const input = Buffer.concat([
      Buffer.from(`tree ${repo.git("write-tree")}\nauthor Ada <ada@example.org> 1700000000 +0000\n`),
      Buffer.from("committer Ada <ada@example.org> 1700000000 +0000\n\n"),
      bytes,
    ]);
    const hash = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"], {
      cwd: repo.folder,
      env: bench.env,
      input,
      encoding: "utf8",
    }).trim();
    repo.git("update-ref", "refs/heads/main", hash);
    const ran = await bench.run("git.sh", [repo.folder]);
    assert.equal(ran.code, 0, ran.stderr);
    const pulse = bench.daemon.pulses.find((one) => one.type === "commit");
    assert.equal(pulse?.text, `Committed '${said}' on main in repo`);
    assert.equal(pulse?.data?.lossy, said.includes("\u{fffd}") || undefined);
    assert.ok(bench.daemon.requests.every((request) => /^[\x20-\x7e\n]*$/.test(request.body.toString("latin1"))));
  });
}

test("a subject of 100,000 characters is shortened to what the daemon takes", async (t) => {
  const bench = await CollectorBench.open(t);
  const repo = new GitRepository(bench);
  const tree = repo.git("write-tree");
  const hash = execFileSync("git", ["commit-tree", tree], {
    cwd: repo.folder,
    env: bench.env,
    input: "é".repeat(100_000),
    encoding: "utf8",
  }).trim();
  repo.git("update-ref", "refs/heads/main", hash);
  await bench.run("git.sh", [repo.folder]);
  const text = bench.daemon.pulses.find((one) => one.type === "commit")?.text ?? "";
  assert.ok(Buffer.byteLength(text) <= 8192 && Buffer.byteLength(text) > 8180);
  assert.match(text, /^Committed 'é+…$/u);
});

// H14: a commit was made in the past, whatever its clock claimed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { CollectorBench } from "./collector-bench.js";
import { GitRepository } from "./git-repository.js";

const claims = [
  { name: "a plain time", claimed: "1312735823 +0200", time: 1_312_735_823_000 },
  { name: "an impossible zone", claimed: "1312735823 +051800", time: 1_312_735_823_000 },
  { name: "the year 2100", claimed: "4102444800 +0800", time: undefined },
  { name: "a number that overflows", claimed: "18446744073709551617 +0000", time: undefined },
  { name: "before 2000", claimed: "0 +0000", time: undefined },
  { name: "two minutes ahead", claimed: `${Math.floor(Date.now() / 1000) + 120} +0000`, time: undefined },
];

for (const { name, claimed, time } of claims) {
  test(`${name}: ${claimed}`, async (t) => {
    const bench = await CollectorBench.open(t);
    const repo = new GitRepository(bench);
    const tree = repo.git("write-tree");
    const object = `tree ${tree}\nauthor Ada <ada@example.org> ${claimed}\ncommitter Ada <ada@example.org> ${claimed}\n\nodd\n`;
    const hash = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"], {
      cwd: repo.folder,
      env: bench.env,
      input: object,
      encoding: "utf8",
    }).trim();
    repo.git("update-ref", "refs/heads/main", hash);
    const ran = await bench.run("git.sh", [repo.folder]);
    assert.equal(ran.code, 0, ran.stderr);
    const pulse = bench.daemon.pulses.find((one) => one.type === "commit");
    assert.equal(pulse?.text, "Committed 'odd' on main in repo");
    assert.equal(pulse?.time, time);
    assert.equal("claimedTime" in (pulse?.data ?? {}), time === undefined);
    assert.deepEqual(bench.daemon.errors, []);
  });
}

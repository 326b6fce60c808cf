// A full disk (D04): 507 with Retry-After, the daemon stays up, what was acked can be read, seqs go on without a hole or
// a repeat, and storing resumes by itself. On a small file system of its own; needs the right to mount one.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { PulsesReader } from "../../../src/log/pulses-reader.js";
import { judged, startCollection } from "./collection-thread.js";

const mountPoint = mkdtempSync(join(tmpdir(), "heartbeat-small-disk-"));

/** Why there is no small disk; `null` when it is there. */
function mountSmallDisk(): string | null {
  if (process.platform !== "linux") return `no tmpfs on ${process.platform}`;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", mountPoint], { stdio: "pipe" });
    return null;
  } catch (error) {
    return `can't mount a tmpfs here: ${String((error as { stderr?: Buffer }).stderr ?? error).trim()}`;
  }
}

const missing = mountSmallDisk();

test("full and free again", { skip: missing ?? false }, async (t) => {
  t.after(() => {
    execFileSync("umount", ["-l", mountPoint]);
    rmSync(mountPoint, { recursive: true, force: true });
  });
  const filler = join(mountPoint, "filler");
  const folder = join(mountPoint, "pulses");
  writeFileSync(filler, Buffer.alloc(6_000_000));
  const thread = await startCollection({ test: t, folder });
  const bulk = (n: number) =>
    Array.from({ length: 14 }, (_, i) => ({ source: "a", text: `${n}/${i} ${"x".repeat(7_000)}` }));
  let acked = 0;
  let refusals = 0;
  for (let n = 0; n < 100 && refusals < 3; n++) {
    const result = await thread.send(bulk(n));
    if (result.type === "judged") {
      assert.equal(result.answer.first, acked + 1, "seqs go on");
      acked += result.answer.count;
    } else {
      refusals++;
      assert.deepEqual([result.status, result.code, result.retryAfter], [507, "HB_DISK_FULL", 5]);
    }
  }
  assert.equal(refusals, 3, "the disk was never full");
  assert.match((await thread.statusThat(({ trouble }) => trouble !== null)).trouble ?? "", /disk.*full/);
  const reader = new PulsesReader(folder);
  let readable = 0;
  for (let at = 0; at < acked; at = readable) readable = reader.records(at, acked).at(-1)?.last ?? acked;
  assert.equal(readable, acked);
  assert.deepEqual(await thread.http.ask({ type: "flush" }), { head: acked });

  rmSync(filler);
  assert.equal(
    (await thread.statusThat(({ trouble }) => trouble === null && thread.statuses.length > 1)).trouble,
    null,
  );
  const answer = judged(await thread.send(bulk(1_000)));
  assert.deepEqual([answer.first, answer.count], [acked + 1, 14]);
  assert.deepEqual(thread.fatal, []);
  await reader.close();
  await thread.close();
  const again = await startCollection({ test: t, folder });
  assert.equal(again.ready.head, acked + 14);
  await again.close();
});

if (missing !== null) rmSync(mountPoint, { recursive: true, force: true });

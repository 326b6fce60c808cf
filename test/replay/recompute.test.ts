// A stored day recomputed from the log: the same records, from the nearest checkpoint before it.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { dataFolder } from "../../src/config/data-folder.js";
import { type Recomputed, recompute, startBefore } from "../../src/replay/recompute.js";
import { StoredLog } from "../../src/replay/stored-log.js";
import { parseSpan } from "../../src/replay/time-range.js";
import { makeLog } from "./made-log.js";
import { tempFolder } from "./temp-file.js";

const dir = mkdtempSync(join(tmpdir(), "heartbeat-recompute-"));
const folder = dataFolder(dir);
const records = await makeLog(folder.log);
const log = new StoredLog(folder);
after(async () => {
  await log.close();
  rmSync(dir, { recursive: true });
});

for (const [day, start] of [
  ["2026-03-12", 0],
  ["2026-03-13", 1],
  ["2026-03-14", 7],
] as const) {
  test(`${day}: every record comes out as it was stored, from the checkpoint before it`, async () => {
    const beats = log.ordinals(parseSpan("DATE", day));
    assert.ok(beats !== null);
    const begin = startBefore(log, beats.first);
    assert.equal(begin.ordinal, start);
    const made: Recomputed[] = [];
    for await (const beat of recompute(log, begin, beats.last, assert.fail)) made.push(beat);
    assert.deepEqual(
      made.map((beat) => beat.made),
      records.slice(start, beats.last),
    );
    assert.equal(made.at(-1)?.stored.tick.id.slice(0, 10), day);
  });
}

test("a folder without a log says so, and none is made", async (t) => {
  const empty = dataFolder(tempFolder(t));
  assert.throws(() => new StoredLog(empty), { code: "HB_LOG_OPEN", message: /there is no log in/ });
  assert.throws(() => new StoredLog(empty), { code: "HB_LOG_OPEN" });
});

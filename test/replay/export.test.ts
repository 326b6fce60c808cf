// Export: what stands in it, and that replaying it gives the same hashes, from the begin of the log and from within.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { dataFolder } from "../../src/config/data-folder.js";
import { createRedactor } from "../../src/log/redact.js";
import { exportLines } from "../../src/replay/export.js";
import { type Given, play } from "../../src/replay/play.js";
import { Recording } from "../../src/replay/recording.js";
import { StoredLog } from "../../src/replay/stored-log.js";
import { timeRange } from "../../src/replay/time-range.js";
import { defaultSettings } from "../pipeline/recorded.js";
import { makeLog } from "./made-log.js";
import { tempFolder } from "./temp-file.js";

const redact = await createRedactor([]);
const grid = { zone: "UTC", offsets: () => [{ at: 0, minutes: 0 }], intentions: "", config: defaultSettings };

const dir = mkdtempSync(join(tmpdir(), "heartbeat-export-"));
const folder = dataFolder(dir);
const records = await makeLog(folder.log);
const expected = records.map(({ tick, hash, chain }) => `${tick.id} ${hash} ${chain}`);
const log = new StoredLog(folder);
after(async () => {
  await log.close();
  rmSync(dir, { recursive: true });
});

async function exported(range: { from?: string; to?: string }): Promise<string> {
  let text = "";
  for await (const lines of exportLines(log, timeRange(range), assert.fail)) text += lines;
  return text;
}

async function replayed(t: TestContext, text: string, given: Given = {}): Promise<string[]> {
  const path = join(tempFolder(t), "export.ndjson");
  writeFileSync(path, text);
  const hashes: string[] = [];
  for await (const { record } of play(await Recording.open(path, redact), grid, given)) {
    hashes.push(`${record.tick.id} ${record.hash} ${record.chain}`);
  }
  return hashes;
}

test("the whole log, exported and replayed, gives every hash and chain, over a gap, a clock step and new settings", async (t) => {
  const text = await exported({});
  assert.deepEqual(
    await replayed(t, text),
    records.map(({ tick, hash, chain }) => `${tick.id} ${hash} ${chain}`),
  );
  assert.ok(records.some(({ tick }) => tick.id.endsWith(".1")) && records.at(-1)?.tick.epoch === 1);
});

test("lines are in the order of the log: each tick behind the pulses it has seen, texts only where they change", async () => {
  const lines = (await exported({}))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const ticks = lines.filter((line) => line.tick !== undefined);
  assert.equal(ticks.length, records.length);
  let seen = 0;
  for (const line of lines) {
    if (line.tick === undefined) assert.equal(line.seq, ++seen);
    else assert.equal(line.tick.watermark, seen);
  }
  assert.deepEqual(
    ticks.filter((line) => line.intentions !== undefined).map((line) => [line.tick.ordinal, line.intentions]),
    [
      [1, "- Ship the parser\n"],
      [10, "- Ship the parser\n- Be kind\n"],
    ],
  );
  assert.equal(ticks.filter((line) => line.config !== undefined).length, 2);
  assert.equal(lines.at(-1).tick, undefined, "what came after the last beat is there");
});

test("a part begins with the state at the nearest checkpoint and ends with its last beat; its hashes are the same", async (t) => {
  const text = await exported({ from: "2026-03-13/005", to: "2026-03-13" });
  assert.match(text, /^\{"state":/);
  assert.match(text.trimEnd().split("\n").at(-1) ?? "", /^\{"tick":.*"id":"2026-03-13\/179"/);
  const hashes = await replayed(t, text);
  const from = expected.indexOf(hashes[0] as string);
  assert.ok(from > 0 && hashes.length > 10);
  assert.deepEqual(hashes, expected.slice(from, from + hashes.length));
});

test("a range without a beat exports nothing", async () => {
  assert.equal(await exported({ from: "2026-05-01", to: "2026-05-02" }), "");
});

test("other settings go before those of the export", async (t) => {
  const text = await exported({});
  const hashes = await replayed(t, text, { intentions: "- Something else\n" });
  assert.equal(hashes.length, records.length);
  assert.notEqual(hashes[0]?.split(" ")[1], records[0]?.hash);
});

test("an export that lacks a pulse is refused by the line of the tick that has seen it", async (t) => {
  const lines = (await exported({})).split("\n");
  const tick = lines.findIndex((line) => line.startsWith('{"tick"'));
  await assert.rejects(replayed(t, [...lines.slice(0, tick - 1), ...lines.slice(tick)].join("\n")), {
    code: "HB_RECORDING",
    message: new RegExp(
      `line ${tick}: expected the pulses up to p4 before the tick 2026-03-12/175, those up to p3 came`,
    ),
  });
  const [first = ""] = lines;
  await assert.rejects(replayed(t, [first.replace('"seq":1', '"seq":9'), ...lines.slice(1)].join("\n")), {
    message: /line 2: expected a rising seq/,
  });
});

test("a state of another version of heartbeat is another environment", async (t) => {
  const text = await exported({ from: "2026-03-13/005" });
  await assert.rejects(replayed(t, text.replace('"version":1', '"version":99')), { code: "HB_REPLAY_ENVIRONMENT" });
});

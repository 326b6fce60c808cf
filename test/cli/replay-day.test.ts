// heartbeat replay DATE and export in processes of their own: fresh, in any zone and language.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type DataFolder, dataFolder } from "../../src/config/data-folder.js";
import { Environment } from "../../src/log/environment.js";
import { encodeFrame } from "../../src/log/frame.js";
import { numberKey } from "../../src/log/keys.js";
import { framesTable, pulsesFormat } from "../../src/log/pulses-reader.js";
import { decodeFrame } from "../../src/pipeline/frame.js";
import type { SnapshotRecord } from "../../src/pipeline/wire.js";
import { makeLog } from "../replay/made-log.js";
import { tempFolder } from "../replay/temp-file.js";
import { runCli } from "./run-cli.js";

async function madeFolder(t: TestContext): Promise<{ folder: DataFolder; records: readonly SnapshotRecord[] }> {
  const folder = dataFolder(tempFolder(t));
  return { folder, records: await makeLog(folder.log) };
}

/** Puts another record in the place of the frame of `seq`. */
async function replace({ log }: DataFolder, seq: number, by: (record: Buffer) => Buffer): Promise<void> {
  const environment = new Environment(join(log, "pulses"), pulsesFormat);
  const frames = environment.table(framesTable);
  environment.write(() => void frames.put(numberKey(seq), by(Buffer.from(frames.get(numberKey(seq)) as Buffer))));
  await environment.close();
}

/** A sound record of the same frame with other texts. */
function otherTexts(record: Buffer): Buffer {
  const frame = decodeFrame(record, 0);
  return encodeFrame({ ...frame, pulses: frame.pulses.map((pulse) => ({ ...pulse, text: "something else" })) });
}

function flipped(record: Buffer): Buffer {
  record.writeUInt8(record.readUInt8(60) ^ 1, 60);
  return record;
}

test("a day comes out with every hash as stored, in Apia with Turkish and in Lord Howe with Arabic", async (t) => {
  const { folder, records } = await madeFolder(t);
  const beats = records.filter(({ tick }) => tick.id.startsWith("2026-03-13/")).length;
  for (const env of [
    { TZ: "Pacific/Apia", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    { TZ: "Australia/Lord_Howe", LANG: "ar_EG.UTF-8", LC_ALL: "ar_EG.UTF-8" },
  ]) {
    const ended = await runCli(["replay", "2026-03-13"], { dir: folder.dir, env });
    assert.deepEqual(ended, {
      code: 0,
      stdout: `2026-03-13: ${beats} beats recomputed from 2026-03-12/175, every hash as stored\n`,
      stderr: "",
    });
  }
});

test("a log that was changed: the first difference is named by beat, section and item", async (t) => {
  const { folder, records } = await madeFolder(t);
  const before = records.find(({ tick }) => tick.id === "2026-03-13/002")?.tick.watermark as number;
  await replace(folder, before + 1, otherTexts);
  const ended = await runCli(["replay", "2026-03-13"], { dir: folder.dir });
  assert.equal(ended.code, 1);
  assert.match(
    ended.stderr,
    /^heartbeat: 2026-03-13\/003 differs: window 1024, NOW, item \d+: stored "- p\d+ .*", recomputed "- p\d+ .*something else/,
  );
});

test("a damaged frame is passed over and named once; what it made different is named too", async (t) => {
  const { folder, records } = await madeFolder(t);
  const before = records.find(({ tick }) => tick.id === "2026-03-13/002")?.tick.watermark as number;
  await replace(folder, before + 1, flipped);
  const ended = await runCli(["replay", "2026-03-13"], { dir: folder.dir });
  assert.equal(ended.code, 1);
  const [first, second] = ended.stderr.split("\n");
  assert.match(first ?? "", new RegExp(`^passed over: record p${before + 1} of the pulses log is damaged`));
  assert.match(second ?? "", /^heartbeat: 2026-03-13\/003 differs: window 1024, NOW, item \d+: stored "- p\d+ /);
});

test("a day without a beat and a word that is no day are said to be so", async (t) => {
  const { folder } = await madeFolder(t);
  const none = await runCli(["replay", "2027-01-01"], { dir: folder.dir });
  assert.deepEqual([none.code, none.stderr], [2, "heartbeat: DATE: the log has no beat of 2027-01-01\n"]);
  const word = await runCli(["replay", "yesterday"], { dir: folder.dir });
  assert.match(word.stderr, /^heartbeat: DATE: expected a UTC day/);
});

test("what export writes, replay --pulses compares; a changed line is found, under another engine it is the environment", async (t) => {
  const { folder, records } = await madeFolder(t);
  const exported = await runCli(["export"], { dir: folder.dir });
  assert.deepEqual([exported.code, exported.stderr], [0, ""]);
  const path = join(folder.dir, "export.ndjson");
  const replayed = async (text: string) => {
    writeFileSync(path, text);
    return await runCli(["replay", "--pulses", path], { dir: folder.dir, env: { TZ: "Pacific/Apia" } });
  };
  const same = await replayed(exported.stdout);
  assert.deepEqual([same.code, same.stdout], [0, `${records.length} beats replayed: every hash as recorded\n`]);
  const changed = exported.stdout.replace("make part-0", "make part-zero");
  const different = await replayed(changed);
  assert.equal(different.code, 1);
  assert.match(
    different.stderr,
    /^heartbeat: 2026-03-12\/175: expected the recorded hash [0-9a-f]{64}, got [0-9a-f]{64}\n/,
  );
  const elsewhere = await replayed(changed.replaceAll(/"engine":"[^"]*"/g, '"engine":"9.9.9"'));
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /^heartbeat: environment differs: engine 9\.9\.9, here /);
});

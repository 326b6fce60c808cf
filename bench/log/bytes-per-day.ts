// What a day of 180 beats takes in the snapshot log, against its full texts and against git's pack of the same texts
// after `git gc --aggressive`: a commit a beat, of a new file or of one that is written anew, whichever is smaller.
// npm run bench -- log/bytes-per-day [--save]

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Environment, type Table } from "../../src/log/environment.js";
import { snapshotsFormat } from "../../src/log/snapshots-format.js";
import { SnapshotsReader } from "../../src/log/snapshots-reader.js";
import { blockOf, blockStart } from "../../src/pipeline/beat-clock.js";
import type { SnapshotRecord } from "../../src/pipeline/wire.js";
import { openBeats } from "../../test/log/beats.js";
import { defaultSettings, type RecordedPulse, toPulse } from "../../test/pipeline/recorded.js";
import { report } from "../report.js";

const beatsADay = 180;
const day = new URL("../../../test/data/real-rhythm-day.ndjson", import.meta.url);
const tables = ["records", "texts", "ids", "notes", "checkpoints"] as const;

/** Runs the recorded day through the fold into a log. */
async function writeDay(folder: string, windows: readonly number[]): Promise<readonly SnapshotRecord[]> {
  const pulses = readFileSync(day, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Omit<RecordedPulse, "receivedAt"> & { readonly time: string });
  const config = JSON.stringify({ ...defaultSettings, windows });
  const { say, beat, close } = openBeats(folder);
  const records: SnapshotRecord[] = [];
  const first = blockOf(Date.parse(pulses[0]?.time ?? "") - 1) + 1;
  for (let block = first; block < first + beatsADay; block++) {
    const instant = blockStart(block);
    const received = pulses.findIndex(({ time }) => Date.parse(time) > instant);
    for (const pulse of pulses.splice(0, received < 0 ? pulses.length : received)) {
      say([toPulse({ ...pulse, receivedAt: pulse.time })], Date.parse(pulse.time));
    }
    records.push((await beat({ instant, config, kind: block === first ? "start" : "grid" })).record);
  }
  await close();
  return records;
}

/** Bytes of keys and values, by table, and of the pages that hold them all. */
async function logBytes(folder: string) {
  const environment = new Environment(folder, snapshotsFormat);
  const bytesOf = (table: Table): number =>
    [...table.getRange({})].reduce((sum, { key, value }) => sum + key.length + value.length, 0);
  const bytes = Object.fromEntries(tables.map((name) => [name, bytesOf(environment.table(name))]));
  const pages = environment.usedBytes();
  await environment.close();
  return { bytes, pages };
}

function gitBytes(
  folder: string,
  records: readonly SnapshotRecord[],
  nameOf: (record: SnapshotRecord) => string,
): number {
  const git = (...args: string[]): void => {
    execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", ...args], { stdio: "pipe" });
  };
  mkdirSync(folder);
  git("init", "-q");
  for (const record of records) {
    for (const { window, text } of record.snapshot.windows) {
      writeFileSync(join(folder, `${nameOf(record)}.w${window}.md`), text);
    }
    git("add", "-A");
    git("commit", "-q", "-m", record.tick.id);
  }
  git("gc", "--aggressive", "--prune=now", "-q");
  const packs = join(folder, ".git", "objects", "pack");
  const pack = readdirSync(packs).find((name) => name.endsWith(".pack")) as string;
  return statSync(join(packs, pack)).size;
}

/** Reads every record back, and the last one alone. */
async function readBack(folder: string) {
  const log = new SnapshotsReader(folder);
  const timed = (action: () => unknown): number => {
    const start = performance.now();
    action();
    return Math.round((performance.now() - start) * 10) / 10;
  };
  const msAll = timed(() => log.records(1, beatsADay));
  const msLast = timed(() => log.last());
  await log.close();
  return { msAll, msLast };
}

async function measure(windows: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), "heartbeat-bench-"));
  try {
    const records = await writeDay(folder, windows);
    const texts = records.flatMap(({ snapshot }) => snapshot.windows.map(({ text }) => Buffer.byteLength(text)));
    const fullTexts = texts.reduce((sum, bytes) => sum + bytes, 0);
    const { bytes, pages } = await logBytes(join(folder, "snapshots"));
    const { checkpoints = 0, ...stored } = bytes;
    const log = Object.values(stored).reduce((sum, part) => sum + part, 0);
    const gitFiles = gitBytes(join(folder, "files"), records, ({ tick }) => tick.id.replace("/", "-"));
    const gitOneFile = gitBytes(join(folder, "one-file"), records, () => "now");
    const round = (ratio: number): number => Math.round(ratio * 1_000) / 1_000;
    const ratios = { ofFullTexts: round(log / fullTexts), ofGitPack: round(log / Math.min(gitFiles, gitOneFile)) };
    return {
      windows,
      beats: records.length,
      bytes: { fullTexts, gitFiles, gitOneFile, log, ofWhich: stored, checkpoints, pages },
      ratios,
      readBack: await readBack(join(folder, "snapshots")),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const results = [];
for (const windows of [[8_192], [8_192, 32_768, 131_072]]) results.push(await measure(windows));
for (const { windows, bytes, ratios } of results) {
  const { fullTexts, gitFiles, gitOneFile, log } = bytes;
  const rows = Object.entries({ "full texts": fullTexts, "git, files": gitFiles, "git, one file": gitOneFile, log });
  process.stdout.write(`windows ${windows.join(", ")}: bytes of a day of ${beatsADay} beats\n`);
  for (const [name, size] of rows) process.stdout.write(`  ${name.padEnd(14)}${String(size).padStart(10)}\n`);
  process.stdout.write(`  log / git ${ratios.ofGitPack}, log / full texts ${ratios.ofFullTexts}\n`);
}
report("log/bytes-per-day", { results });

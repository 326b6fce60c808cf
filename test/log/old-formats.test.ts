// The logs kept in test/fixtures, each written by the version that made its format: every one opens, is read to the same
// bytes and goes on. Before an older one is migrated it is copied; a migration happens whole or not at all.

import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { HeartbeatError } from "../../src/errors.js";
import { Environment } from "../../src/log/environment.js";
import { snapshotsFormat } from "../../src/log/snapshots-format.js";
import { SnapshotsLog } from "../../src/log/snapshots-log.js";
import { SnapshotsReader } from "../../src/log/snapshots-reader.js";
import { type Expected, expectedOf } from "../fixtures/make-log.js";
import { openBeats } from "./beats.js";
import { tempLog } from "./temp-log.js";

const fixtures = new URL("../../../test/fixtures/", import.meta.url);
const prefix = "log-format-";

/** A copy of a kept log. */
function keptLog(t: TestContext, format: number): { readonly folder: string; readonly expected: readonly Expected[] } {
  const folder = dirname(tempLog(t));
  cpSync(new URL(`${prefix}${format}/`, fixtures), folder, { recursive: true });
  return { folder, expected: JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as readonly Expected[] };
}

const formats = readdirSync(fixtures)
  .filter((name) => name.startsWith(prefix))
  .map((name) => Number(name.slice(prefix.length)));

describe("old formats", () => {
  it("there is a log of each format up to this version's", () => {
    assert.deepEqual(
      formats.sort((a, b) => a - b),
      Array.from({ length: snapshotsFormat.version }, (_, i) => i + 1),
    );
  });

  for (const format of formats) {
    it(`format ${format} opens, is read to the same bytes, and goes on`, async (t) => {
      const { folder, expected } = keptLog(t, format);
      const { snapshots, beat, close } = openBeats(folder);
      const records = snapshots.records(1, expected.length + 1).map(({ record }) => record);
      assert.deepEqual(records.map(expectedOf), expected);
      const last = expected.at(-1) as Expected;
      assert.deepEqual(snapshots.checkpoints().slice(-1), [last.ordinal]);
      const { record } = await beat({ instant: Date.parse("2026-03-13T00:32:00Z"), epoch: 1 });
      assert.equal(record.tick.ordinal, last.ordinal + 1);
      assert.match(record.snapshot.windows[0]?.text ?? "", /commit 88: the parser/);
      await close();

      const again = new SnapshotsLog(join(folder, "snapshots"));
      assert.deepEqual(again.last(), record);
      assert.equal(again.migrated, null);
      await again.close();
    });
  }

  it("an older one is copied first, as it was", async (t) => {
    const { folder } = keptLog(t, 1);
    const before = readFileSync(join(folder, "snapshots", "data.mdb"));
    const log = new SnapshotsLog(join(folder, "snapshots"));
    assert.deepEqual(log.migrated, { from: 1, backup: join(folder, "snapshots.format-1") });
    await log.close();
    assert.ok(readFileSync(join(folder, "snapshots.format-1", "data.mdb")).equals(before));
  });

  it("without room for the copy nothing is changed", async (t) => {
    const { folder } = keptLog(t, 1);
    writeFileSync(join(folder, "snapshots.format-1"), "in the way");
    const before = readFileSync(join(folder, "snapshots", "data.mdb"));
    assert.throws(() => new SnapshotsLog(join(folder, "snapshots")), isError("HB_BACKUP", /snapshots\.format-1/));
    assert.ok(readFileSync(join(folder, "snapshots", "data.mdb")).equals(before));
  });

  it("a migration that fails leaves the old format, whole", async (t) => {
    const { folder, expected } = keptLog(t, 1);
    const path = join(folder, "snapshots");
    const failing = { ...snapshotsFormat, migrations: new Map([[1, failAfter(snapshotsFormat.migrations.get(1))]]) };
    assert.throws(() => new Environment(path, failing, { migrate: true }), /the disk went away/);
    const log = new SnapshotsLog(path);
    assert.deepEqual(log.migrated?.from, 1);
    assert.equal(log.last()?.hash, expected.at(-1)?.hash);
    await log.close();
  });

  it("who only reads does not migrate, and says who does", (t) => {
    const { folder } = keptLog(t, 1);
    const open = () => new SnapshotsReader(join(folder, "snapshots"));
    assert.throws(open, isError("HB_FORMAT_OLDER", /format 1; this version reads 2/));
    assert.ok(!existsSync(join(folder, "snapshots.format-1")));
  });
});

type Migration = NonNullable<ReturnType<typeof snapshotsFormat.migrations.get>>;

function failAfter(migration: Migration | undefined): Migration {
  return (table) => {
    migration?.(table);
    throw new Error("the disk went away");
  };
}

function isError(code: string, message: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof HeartbeatError);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
}

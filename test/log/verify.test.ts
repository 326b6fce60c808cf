// verify finds every flipped byte of a stored value and names what it belongs to; a sound log is sound.

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { Environment, type LogFormat } from "../../src/log/environment.js";
import { PulsesReader, pulsesFormat } from "../../src/log/pulses-reader.js";
import { seal, unseal } from "../../src/log/sealed.js";
import { recordVersion } from "../../src/log/snapshot-record.js";
import { snapshotsFormat } from "../../src/log/snapshots-format.js";
import { SnapshotsReader } from "../../src/log/snapshots-reader.js";
import { type Verified, verifyLog } from "../../src/log/verify.js";
import { makeLog } from "../fixtures/make-log.js";
import { tempLog } from "./temp-log.js";

const records = 11;

async function sound(t: TestContext): Promise<string> {
  const folder = dirname(tempLog(t));
  await makeLog(folder);
  return folder;
}

async function verified(folder: string): Promise<Verified> {
  const [pulses, snapshots] = [
    new PulsesReader(join(folder, "pulses")),
    new SnapshotsReader(join(folder, "snapshots")),
  ];
  try {
    return verifyLog(pulses, snapshots);
  } finally {
    await pulses.close();
    await snapshots.close();
  }
}

/** Flips one byte after the other of the table's values, some of every so many values, and puts it back. */
async function flipEach(
  folder: string,
  [part, format, name]: readonly [part: string, format: LogFormat, name: string],
  { perValue, every }: { readonly perValue: number; readonly every: number },
  check: (found: Verified, index: number, at: number) => void,
): Promise<number> {
  const environment = new Environment(join(folder, part), format);
  const table = environment.table(name);
  const entries = [...table.getRange({})].map(({ key, value }) => ({
    key: Buffer.from(key),
    value: Buffer.from(value),
  }));
  let flips = 0;
  for (const [index, { key, value }] of entries.entries()) {
    if (index % every !== 0) continue;
    for (let n = 0; n < perValue; n++) {
      // Each byte of the begin, where versions, flags and hashes stand, then spread over the rest.
      const at = n < 3 ? n : Math.floor(((n - 2) * (value.length - 1)) / (perValue - 2));
      const flipped = Buffer.from(value);
      flipped[at] = (flipped[at] as number) ^ (1 << (flips % 8));
      environment.write(() => void table.put(key, flipped));
      check(await verified(folder), index, at);
      environment.write(() => void table.put(key, value));
      flips += 1;
    }
  }
  await environment.close();
  return flips;
}

describe("verify", () => {
  it("says what it walked, and that all is as it was stored", async (t) => {
    const found = await verified(await sound(t));
    assert.deepEqual(found, {
      frames: 4 * records,
      records,
      checkpoints: 4,
      erasedFrames: 0,
      pruned: 0,
      erased: [],
      broken: [],
    });
  });

  const kinds = [
    ["frame", ["pulses", pulsesFormat, "frames"], { perValue: 5, every: 6 }],
    ["record", ["snapshots", snapshotsFormat, "records"], { perValue: 12, every: 1 }],
    ["record", ["snapshots", snapshotsFormat, "latest"], { perValue: 8, every: 1 }],
    ["text", ["snapshots", snapshotsFormat, "texts"], { perValue: 12, every: 1 }],
    ["id", ["snapshots", snapshotsFormat, "ids"], { perValue: 5, every: 3 }],
    ["note", ["snapshots", snapshotsFormat, "notes"], { perValue: 8, every: 1 }],
    ["checkpoint", ["snapshots", snapshotsFormat, "checkpoints"], { perValue: 8, every: 1 }],
  ] as const;
  for (const [kind, table, sample] of kinds) {
    it(`a flipped byte in ${table[2]} is found and named first, as a ${kind}`, async (t) => {
      const folder = await sound(t);
      const flips = await flipEach(folder, table, sample, ({ broken }, index, at) => {
        assert.equal(broken[0]?.kind, kind, `value ${index}, byte ${at}: ${JSON.stringify(broken[0])}`);
        if (kind === "frame") assert.match(broken[0]?.at ?? "", /p\d+$/);
        if (kind === "record") assert.equal(broken[0]?.at, table[2] === "latest" ? String(records) : String(index + 1));
      });
      assert.ok(flips >= sample.perValue);
      assert.deepEqual((await verified(folder)).broken, []);
    });
  }

  for (const [what, at] of [
    ["hash", 1],
    ["chain", 33],
    ["frames", 65],
  ] as const) {
    it(`a record written anew with another ${what}, seal and all, is found by it`, async (t) => {
      const folder = await sound(t);
      const environment = new Environment(join(folder, "snapshots"), snapshotsFormat);
      const table = environment.table("records");
      const key = [...table.getKeys({ offset: 1, limit: 1 })].map((bytes) => Buffer.from(bytes))[0] as Buffer;
      const body = Buffer.from(unseal(table.get(key) as Buffer, recordVersion, "it"));
      body[at] = (body[at] as number) ^ 1;
      environment.write(() => void table.put(key, seal(recordVersion, body)));
      await environment.close();
      const { broken } = await verified(folder);
      assert.deepEqual([broken[0]?.kind, broken[0]?.at, broken[0]?.id], ["record", "2", "2026-03-12/173"]);
      assert.match(broken[0]?.expected ?? "", new RegExp(`^${what} [0-9a-f]{64}$`));
      assert.match(broken[0]?.got ?? "", new RegExp(`^${what} [0-9a-f]{64}$`));
    });
  }

  it("a frame that is gone, a record that is gone, and one put in another's place are found", async (t) => {
    const folder = await sound(t);
    const change = async (part: string, format: LogFormat, name: string, action: (table: Environment) => void) => {
      const environment = new Environment(join(folder, part), format);
      environment.table(name);
      environment.write(() => action(environment));
      await environment.close();
      const found = await verified(folder);
      return found.broken[0];
    };
    const keyOf = (n: number): Buffer => {
      const key = Buffer.alloc(8);
      key.writeBigUInt64BE(BigInt(n));
      return key;
    };
    let kept: Buffer | undefined;
    const gone = await change("pulses", pulsesFormat, "frames", (environment) => {
      kept = Buffer.from(environment.table("frames").get(keyOf(6)) as Buffer);
      void environment.table("frames").remove(keyOf(6));
    });
    assert.deepEqual([gone?.kind, gone?.at], ["record", "2"]);
    assert.match(gone?.expected ?? "", /^frames [0-9a-f]{64}$/);
    await change("pulses", pulsesFormat, "frames", (environment) => {
      void environment.table("frames").put(keyOf(6), kept as Buffer);
    });
    const moved = await change("snapshots", snapshotsFormat, "records", (environment) => {
      const table = environment.table("records");
      void table.put(keyOf(3), Buffer.from(table.get(keyOf(2)) as Buffer));
    });
    assert.deepEqual([moved?.kind, moved?.at], ["record", "3"]);
    const missing = await change("snapshots", snapshotsFormat, "records", (environment) => {
      void environment.table("records").remove(keyOf(3));
    });
    assert.deepEqual([missing?.kind, missing?.at, missing?.got], ["record", "3", "none"]);
  });
});

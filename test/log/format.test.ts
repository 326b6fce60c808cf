// The format of a log: written once, a newer one is refused naming both, in a record too.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "lmdb";
import { HeartbeatError } from "../../src/errors.js";
import { Environment } from "../../src/log/environment.js";
import { damageOf } from "../../src/log/frame.js";
import { PulsesLog } from "../../src/log/pulses-log.js";
import { pulsesFormat } from "../../src/log/pulses-reader.js";
import { frameOf, tempLog, writeLog } from "./temp-log.js";

const { version: formatVersion } = pulsesFormat;

async function setFormat(folder: string, format: number): Promise<void> {
  const root = open({ path: folder, encoding: "binary", keyEncoding: "binary", overlappingSync: false });
  const meta = root.openDB({ name: "meta", encoding: "binary", keyEncoding: "binary" });
  assert.deepEqual([...(meta.get(Buffer.from("format")) as Buffer)], [formatVersion]);
  meta.putSync(Buffer.from("format"), Buffer.of(format));
  await root.close();
}

test("a newer log is refused, naming both versions", async (t) => {
  const folder = tempLog(t);
  await writeLog(folder, [1]);
  await setFormat(folder, formatVersion + 1);
  for (const openIt of [() => new PulsesLog(folder), () => new Environment(folder, pulsesFormat)]) {
    assert.throws(openIt, (error) => {
      assert.ok(error instanceof HeartbeatError);
      assert.equal(error.code, "HB_FORMAT_NEWER");
      assert.match(error.message, new RegExp(`format ${formatVersion + 1}.*up to ${formatVersion}`));
      return true;
    });
  }
});

test("a newer record is refused, naming both versions", () => {
  const { record } = frameOf(7, ["x"]);
  assert.equal(damageOf(record, 7), null);
  record[0] = 9;
  assert.throws(() => damageOf(record, 7), /record p7 .* version 9.*up to 1/);
});

// What was forgotten leaves the file of an environment, also where a reader still saw it when it was.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { open } from "lmdb";
import { Environment } from "../../src/log/environment.js";
import { numberKey } from "../../src/log/keys.js";
import { blankFreePages, touchPages } from "../../src/log/scrub.js";
import { tempLog } from "./temp-log.js";

const count = 200;
const secret = "beetroot";

function saying(n: number): Buffer {
  return Buffer.from(`${secret} ${n} ${"x".repeat(n % 9 === 0 ? 9_000 : 300)}`);
}

test("nothing is left, everything else is", async (t) => {
  const folder = tempLog(t);
  const environment = new Environment(folder, { version: 1, migrations: new Map() });
  const table = environment.table("values");
  for (let n = 0; n < count; n++) environment.write(() => void table.put(numberKey(n), saying(n)));
  const isThere = (): boolean => readFileSync(join(folder, "data.mdb")).includes(secret);
  assert.ok(isThere());

  const other = open<Buffer, Buffer>({ path: folder, noSubdir: false, encoding: "binary", keyEncoding: "binary" });
  const values = other.openDB<Buffer, Buffer>({ name: "values", encoding: "binary", keyEncoding: "binary" });
  const transaction = values.useReadTransaction();
  const seen = (): string | undefined => values.get(numberKey(7), { transaction })?.toString("utf8", 0, 8);
  assert.equal(seen(), secret);
  const keys = Array.from({ length: count }, (_, n) => numberKey(n));
  environment.write(() => {
    for (const key of keys) void table.put(key, Buffer.from("nothing"));
  });
  touchPages(environment, table, keys);
  const blanked = blankFreePages(environment);
  assert.equal(seen(), secret, "the reader goes on seeing what was there");
  transaction.done();
  await blanked;
  assert.ok(!isThere());
  assert.deepEqual(
    keys.map((key) => table.get(key)?.toString()),
    keys.map(() => "nothing"),
  );
  await other.close();
  await environment.close();
});

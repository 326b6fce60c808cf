// What the disk refuses is refused before LMDB is asked to write: nothing is begun, and the next write goes on.

import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Canary } from "../../src/log/canary.js";
import { Environment } from "../../src/log/environment.js";
import { pulsesFormat } from "../../src/log/pulses-reader.js";
import { tempLog } from "./temp-log.js";

test("values for which there is no room are not begun", async (t) => {
  const environment = new Environment(tempLog(t), pulsesFormat);
  const table = environment.table("frames");
  const put = (): void => void table.put(Buffer.of(1), Buffer.of(1));
  let begun = 0;
  assert.throws(
    () => environment.write(() => begun++, 2 ** 60),
    (error: NodeJS.ErrnoException) => error.code === "ENOSPC",
  );
  assert.equal(begun, 0);
  environment.write(put, 1);
  assert.deepEqual(
    environment.read(() => table.get(Buffer.of(1))),
    Buffer.of(1),
  );
  await environment.close();
});

test("an error of the system comes as it is", () => {
  const canary = new Canary("/nowhere");
  assert.throws(
    () => canary.check(0),
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
});

test("closed twice it can be asked again", (t) => {
  const folder = tempLog(t);
  mkdirSync(folder);
  const canary = new Canary(folder);
  for (let round = 0; round < 2; round++) {
    canary.check(0);
    canary.close();
    canary.close();
  }
  assert.deepEqual(readdirSync(folder), ["canary"]);
});

// One flipped byte (B02): the record is named, everything else is read, and a damaged newest record stops the start.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HeartbeatError } from "../../src/errors.js";
import { PulsesLog } from "../../src/log/pulses-log.js";
import { PulsesReader } from "../../src/log/pulses-reader.js";
import { tempLog, writeLog } from "./temp-log.js";

/** Flips a bit of the pulse whose text is `text`, wherever its bytes stand. */
function damage(folder: string, text: string): void {
  const file = join(folder, "data.mdb");
  const bytes = readFileSync(file);
  const needle = Buffer.from(`"text":"${text}"`);
  let found = 0;
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
    bytes[at + 8] = (bytes[at + 8] as number) ^ 0x01;
    found++;
  }
  assert.ok(found > 0, "the pulse was not found in the file");
  writeFileSync(file, bytes);
}

function isCorrupt(name: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof HeartbeatError);
    assert.equal(error.code, "HB_LOG_CORRUPT");
    assert.match(error.message, name);
    return true;
  };
}

test("a damaged record is thrown by name, or told and left out", async (t) => {
  const folder = tempLog(t);
  await writeLog(folder, [2, 3, 2]);
  damage(folder, "4");
  const reader = new PulsesReader(folder);
  assert.throws(() => reader.records(0, 7), isCorrupt(/record p3 /));
  const told: number[] = [];
  const page = reader.records(0, 7, { onCorrupt: (_, first) => told.push(first) });
  assert.deepEqual(told, [3]);
  assert.deepEqual(
    page.map(({ first, last }) => [first, last]),
    [
      [1, 2],
      [6, 7],
    ],
  );
  await reader.close();
});

test("the log does not open on a damaged newest record: the head would be a guess", async (t) => {
  const folder = tempLog(t);
  await writeLog(folder, [2, 3]);
  damage(folder, "5");
  assert.throws(() => new PulsesLog(folder), isCorrupt(/record p3 /));
});

// Damages a log's file as a bad disk does.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Flips a bit of the pulse whose text is `text`, wherever its bytes stand. @param folder of a closed environment */
export function damage(folder: string, text: string): void {
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

// A file for a test, in a folder that is removed when the test is over.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

export function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "heartbeat-replay-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function tempFile(t: TestContext, content: string | Uint8Array, name = "pulses.ndjson"): string {
  const path = join(tempFolder(t), name);
  writeFileSync(path, content);
  return path;
}

/** NDJSON. */
export function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

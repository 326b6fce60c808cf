// A folder of its own for a test, gone when the test ends.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

export function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "heartbeat-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

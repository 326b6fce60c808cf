// A folder for a log, removed when the test is over, and frames to put into it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { encodeFrame } from "../../src/log/frame.js";
import { type NewRecord, PulsesLog } from "../../src/log/pulses-log.js";

export function tempLog(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "heartbeat-log-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "pulses");
}

/** A frame of `texts`, to be appended at `first`. */
export function frameOf(first: number, texts: readonly string[], receivedAt = first): NewRecord {
  const pulses = texts.map((text) => ({ source: "a", text }));
  return { first, count: texts.length, record: encodeFrame({ receivedAt, epoch: 0, pulses }), ids: [] };
}

/** Writes a log of frames with so many pulses each, and closes it. The pulse of seq N says "N". */
export async function writeLog(folder: string, counts: readonly number[]): Promise<void> {
  const log = new PulsesLog(folder);
  for (const count of counts) {
    const first = log.head + 1;
    const texts = Array.from({ length: count }, (_, i) => String(first + i));
    log.append([frameOf(first, texts)], { epoch: 0, time: first });
  }
  await log.close();
}

// Snapshots as files: DIR/YYYY-MM-DD/NNN.json and .md, byte for byte what `GET /now` gave; the default window under the
// plain name, further ones under NNN.w32768.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HeartbeatError } from "../errors.js";
import { type SnapshotRecord, snapshotJson } from "../pipeline/wire.js";

/** @throws HB_REPLAY_OUT */
export function writeBeat(dir: string, record: SnapshotRecord): void {
  const path = join(dir, record.tick.id);
  try {
    mkdirSync(dirname(path), { recursive: true });
    for (const [index, window] of record.snapshot.windows.entries()) {
      const name = index === 0 ? path : `${path}.w${window.window}`;
      writeFileSync(`${name}.json`, snapshotJson(record, window));
      writeFileSync(`${name}.md`, window.text);
    }
  } catch (error) {
    throw new HeartbeatError("HB_REPLAY_OUT", `${path} can't be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

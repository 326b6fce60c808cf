// heartbeat export: the log as NDJSON on stdout, for `heartbeat replay --pulses` and for whatever else reads lines.

import { once } from "node:events";
import type { DataFolder } from "../../config/data-folder.js";
import { HeartbeatError } from "../../errors.js";
import { exportLines } from "../../replay/export.js";
import { StoredLog } from "../../replay/stored-log.js";
import { timeRange } from "../../replay/time-range.js";

export interface ExportOptions {
  readonly from?: string;
  readonly to?: string;
}

/** @throws HB_USAGE, HB_LOG_OPEN, HB_LOG_CORRUPT */
export async function exportLog(folder: DataFolder, options: ExportOptions): Promise<void> {
  const range = timeRange(options);
  const log = new StoredLog(folder);
  let lines = 0;
  try {
    for await (const some of exportLines(log, range, ({ message }) =>
      process.stderr.write(`passed over: ${message}\n`),
    )) {
      lines += 1;
      if (!process.stdout.write(some)) await once(process.stdout, "drain");
    }
  } finally {
    await log.close();
  }
  if (lines === 0) throw new HeartbeatError("HB_USAGE", "the log has no beat from --from to --to");
}

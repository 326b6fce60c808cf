// heartbeat verify: walks the log and names what is not as it was stored, the first first. Reads in this process, so that
// it works without a daemon too; one that runs is not disturbed.

import type { DataFolder } from "../../config/data-folder.js";
import type { Broken, Verified } from "../../log/verify.js";
import { verifyLog } from "../../log/verify.js";
import { StoredLog } from "../../replay/stored-log.js";
import { exitCodes } from "../exit-codes.js";

/** Broken values that are printed one by one. */
const most = 10;

/** @returns the exit code: 0 all is as it was stored, 4 something is not. @throws HB_LOG_OPEN, HB_FORMAT_NEWER, HB_FORMAT_OLDER */
export async function verify(folder: DataFolder, { json }: { readonly json: boolean }): Promise<number> {
  const log = new StoredLog(folder);
  try {
    const found = verifyLog(log.pulses, log.snapshots);
    process.stdout.write(`${json ? JSON.stringify(found, null, 2) : linesOf(found).join("\n")}\n`);
    return found.broken.length === 0 ? exitCodes.ok : exitCodes.damaged;
  } finally {
    await log.close();
  }
}

function linesOf({ frames, records, checkpoints, erased, erasedFrames, pruned, broken }: Verified): readonly string[] {
  const walked = `${frames} frames, ${records} snapshots, ${checkpoints} checkpoints`;
  const forgotten = [
    ...(erasedFrames > 0 ? [`pulses were forgotten of ${erasedFrames} frames`] : []),
    ...(erased.length > 0 ? [`lines were forgotten of ${erased.length} snapshots: ${erased.join(", ")}`] : []),
    ...(pruned > 0 ? [`pulses up to p${pruned} were pruned`] : []),
  ];
  if (broken.length === 0) return [`${walked}: all as they were stored`, ...forgotten];
  const more = broken.length > most ? [`… and ${broken.length - most} more`] : [];
  return [`${walked} read; broken:`, ...broken.slice(0, most).map(lineOf), ...more, ...forgotten];
}

function lineOf({ kind, at, id, expected, got }: Broken): string {
  return `  ${kind} ${at}${id === null ? "" : ` (${id})`}: expected ${expected}, got ${got}`;
}

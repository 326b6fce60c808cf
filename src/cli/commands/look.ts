// heartbeat show, heartbeat diff: stored snapshots.

import type { DataFolder } from "../../config/data-folder.js";
import type { WireSnapshot } from "../../pipeline/wire.js";
import { askDaemon } from "../daemon-client.js";
import { diffLines, diffOf } from "../diff-lines.js";

/** Reading a day's worth of logs can take so long. */
export const lookLimitMs = 60_000;

export interface LookOptions {
  readonly json: boolean;
  /** Tokens; the largest snapshot that is at most this. */
  readonly window?: number;
}

export async function show(folder: DataFolder, beat: string, options: LookOptions): Promise<void> {
  const snapshot = await stored(folder, beat, options);
  process.stdout.write(options.json ? `${JSON.stringify(snapshot)}\n` : snapshot.text);
}

export async function diff(folder: DataFolder, a: string, b: string, options: LookOptions): Promise<void> {
  const difference = diffOf(await stored(folder, a, options), await stored(folder, b, options));
  const lines = options.json ? [JSON.stringify(difference)] : diffLines(difference);
  process.stdout.write(`${lines.join("\n")}\n`);
}

function stored(folder: DataFolder, beat: string, { window }: LookOptions): Promise<WireSnapshot> {
  return askDaemon<WireSnapshot>(folder, {
    method: "GET",
    path: `/snapshots/${beat}${window === undefined ? "" : `?window=${window}`}`,
    timeoutMs: lookLimitMs,
  });
}

// heartbeat now: the current snapshot on stdout, as Markdown or JSON.

import { setTimeout as delay } from "node:timers/promises";
import type { DataFolder } from "../../config/data-folder.js";
import { exchange, unwrap } from "../daemon-client.js";

/** A daemon that has just started makes its first snapshot within seconds. */
const firstSnapshotLimitMs = 10_000;

export interface NowOptions {
  readonly json: boolean;
  /** Tokens; the largest snapshot that is at most this. */
  readonly window?: number;
}

export async function now(folder: DataFolder, { json, window }: NowOptions): Promise<void> {
  const path = (json ? "/now" : "/now.md") + (window === undefined ? "" : `?window=${window}`);
  const deadline = performance.now() + firstSnapshotLimitMs;
  let reply = await exchange(folder, { method: "GET", path });
  while (reply.status === 503 && reply.retryAfter !== undefined && performance.now() < deadline) {
    await delay(reply.retryAfter * 1000);
    reply = await exchange(folder, { method: "GET", path });
  }
  const text = unwrap(reply);
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

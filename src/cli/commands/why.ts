// heartbeat why: where a ref went, and by which rule.

import type { WhyBeat, WhyDay } from "../../actors/query/protocol.js";
import type { DataFolder } from "../../config/data-folder.js";
import { askDaemon } from "../daemon-client.js";
import { whyLines } from "../why-lines.js";
import { type LookOptions, lookLimitMs } from "./look.js";

export interface WhyOptions extends LookOptions {
  readonly beat?: string;
  /** UTC. */
  readonly day?: string;
}

export async function why(folder: DataFolder, ref: string, { json, beat, day, window }: WhyOptions): Promise<void> {
  const query = new URLSearchParams({
    ...(beat !== undefined && { beat }),
    ...(day !== undefined && { day }),
    ...(window !== undefined && { window: String(window) }),
  });
  const path = `/why/${encodeURIComponent(ref)}${query.size === 0 ? "" : `?${query}`}`;
  const answer = await askDaemon<WhyBeat | WhyDay>(folder, { method: "GET", path, timeoutMs: lookLimitMs });
  process.stdout.write(`${json ? JSON.stringify(answer) : whyLines(answer).join("\n")}\n`);
}

// heartbeat status: the daemon's health in a few lines, what is wrong first.

import type { DataFolder } from "../../config/data-folder.js";
import type { Health } from "../../http/protocol.js";
import { askDaemon } from "../daemon-client.js";
import { exitCodes } from "../exit-codes.js";
import { healthLines } from "../health-lines.js";

/** @returns the exit code: 0 for ok and degraded, 1 for down */
export async function status(folder: DataFolder, { json }: { readonly json: boolean }): Promise<number> {
  const health = await askDaemon<Health>(folder, { method: "GET", path: "/health" });
  const lines = json ? [JSON.stringify(health, null, 2)] : healthLines(health, folder.dir);
  process.stdout.write(`${lines.join("\n")}\n`);
  return health.status === "down" ? exitCodes.failure : exitCodes.ok;
}

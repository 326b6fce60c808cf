// The daemon's way in. It looks at the lock before it loads the rest, so that a second daemon on a folder says within a
// fraction of a second that it is one.

import { dataFolder } from "../config/data-folder.js";
import { refuseWhileHeld } from "../config/lock.js";
import type { DaemonOptions } from "./daemon.js";

/**
 * Runs the daemon in the foreground until a signal ends it; resolves after a graceful stop.
 * @throws HB_LOCKED, HB_CONFIG, HB_PORT_BUSY, HB_FORMAT_NEWER and others: it could not start, and nothing is left behind
 */
export async function runDaemon(options: DaemonOptions): Promise<void> {
  refuseWhileHeld(dataFolder(options.dataDir).lock);
  const { runHouse } = await import("./daemon.js");
  await runHouse(options);
}

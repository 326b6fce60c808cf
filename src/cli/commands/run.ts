// heartbeat run: the daemon in the foreground.

import { dataFolder } from "../../config/data-folder.js";
import { assertUnlocked } from "../../config/lock.js";

export interface RunOptions {
  /** Absolute. */
  readonly dataDir: string;
  readonly port?: number;
}

/** Resolves after the daemon has stopped. A folder that is taken is refused before anything heavy is loaded. */
export async function run({ dataDir, port }: RunOptions): Promise<void> {
  assertUnlocked(dataFolder(dataDir).lock);
  const { runDaemon } = await import("../../supervisor/run.js");
  await runDaemon({ dataDir, cwd: process.cwd(), ...(port !== undefined && { port }) });
}

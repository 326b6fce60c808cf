// heartbeat run: the daemon in the foreground.

import { runDaemon } from "../../supervisor/run.js";

export interface RunOptions {
  /** Absolute. */
  readonly dataDir: string;
  readonly port?: number;
}

/** Resolves after the daemon has stopped. */
export async function run({ dataDir, port }: RunOptions): Promise<void> {
  await runDaemon({ dataDir, cwd: process.cwd(), ...(port !== undefined && { port }) });
}

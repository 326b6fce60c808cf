// The daemon as a program for tests: runDaemon, and how it ended.

import type { DaemonOptions } from "../../../src/supervisor/daemon.js";
import { runDaemon } from "../../../src/supervisor/run.js";

try {
  await runDaemon(JSON.parse(process.argv[2] ?? "{}") as DaemonOptions);
} catch (error) {
  process.stdout.write(
    `${JSON.stringify({ code: (error as { code?: string }).code, message: (error as Error).message })}\n`,
  );
  process.exitCode = 1;
}

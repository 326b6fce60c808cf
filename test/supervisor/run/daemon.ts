// Starts the daemon in a process of its own, in a data folder of its own.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { DataFolder } from "../../../src/config/data-folder.js";
import { furnishDataFolder } from "../../../src/config/furnish.js";

export interface Daemon {
  readonly process: ChildProcess;
  /** All of its stdout so far. */
  readonly output: () => string;
  /** Resolves when stdout holds this. */
  says(text: string): Promise<void>;
  /** [exit code, signal] */
  readonly ended: Promise<unknown[]>;
}

export async function dataFolderFor(t: TestContext): Promise<DataFolder> {
  const dir = await mkdtemp(join(tmpdir(), "heartbeat-run-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return furnishDataFolder(dir);
}

export function startDaemon(t: TestContext, dataDir: string, port = 0): Daemon {
  const options = JSON.stringify({ dataDir, port, cwd: dataDir });
  const program = fileURLToPath(new URL("./program.js", import.meta.url));
  const child = spawn(process.execPath, [program, options], { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    output += text;
  });
  return {
    process: child,
    output: () => output,
    async says(text) {
      while (!output.includes(text)) {
        const gone = ended.then(() => {
          throw new Error(`ended without ${text}: ${output}`);
        });
        await Promise.race([once(child.stdout, "data"), gone]);
      }
    },
    ended,
  };
}

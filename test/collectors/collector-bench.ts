// A place to run a collector in: a temp folder, a daemon double, an environment without the user's own settings, and
// programs of the test's own making that stand before the real ones on PATH.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { type DaemonDouble, startDaemonDouble } from "./daemon-double.js";

export const scripts = fileURLToPath(new URL("../../../collectors/", import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class CollectorBench {
  readonly folder: string;
  readonly daemon: DaemonDouble;
  readonly env: Record<string, string>;

  private constructor(folder: string, daemon: DaemonDouble) {
    this.folder = folder;
    this.daemon = daemon;
    this.env = {
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: "1",
      HEARTBEAT_URL: daemon.url,
      HEARTBEAT_STATE: join(folder, "state"),
      HEARTBEAT_TOKEN_FILE: join(folder, "token"),
    };
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "token"), "made-up-token\n");
  }

  static async open(t: TestContext, options: { socket?: boolean } = {}): Promise<CollectorBench> {
    const folder = mkdtempSync(join(tmpdir(), "heartbeat-"));
    const socket = join(folder, "s");
    const daemon = await startDaemonDouble(options.socket ? socket : undefined);
    const bench = new CollectorBench(folder, daemon);
    if (options.socket) bench.env.HEARTBEAT_SOCKET = socket;
    t.after(async () => {
      await daemon.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return bench;
  }

  /** Puts a bash program of this name before the real one on PATH. */
  fake(name: string, body: string): void {
    writeFileSync(join(this.folder, "bin", name), `#!/usr/bin/env bash\n${body}\n`, { mode: 0o755 });
  }

  /** Runs a script of `collectors/`. */
  run(script: string, args: readonly string[] = []): Promise<Ran> {
    return this.bash([join(scripts, script), ...args]);
  }

  /** Runs a piece of bash with lib.sh loaded. */
  withLibrary(code: string): Promise<Ran> {
    return this.bash(["-c", `. '${join(scripts, "lib.sh")}'\n${code}`]);
  }

  async bash(args: readonly string[]): Promise<Ran> {
    const child = spawn("bash", args, { env: this.env, cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const [code] = (await once(child, "close")) as [number | null];
    return { code, stdout, stderr };
  }

  /** Texts of the pulses taken so far; empties the list. */
  takeTexts(): (string | undefined)[] {
    return this.daemon.pulses.splice(0).map((pulse) => pulse.text);
  }
}

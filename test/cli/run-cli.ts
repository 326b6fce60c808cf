// Runs the real `heartbeat` in a process of its own and waits for its end.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const mainPath = fileURLToPath(new URL("../../src/cli/main.js", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** Data folder; given by `HEARTBEAT_DATA`. */
  readonly dir: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function runCli(args: readonly string[], { dir, stdin = "", env = {} }: CliOptions): Promise<Ended> {
  const child = spawn(process.execPath, [mainPath, ...args], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, HEARTBEAT_PORT: undefined, HEARTBEAT_DATA: dir, ...env },
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number | null, stdout, stderr };
}

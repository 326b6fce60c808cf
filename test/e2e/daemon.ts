// Starts the whole daemon, `heartbeat run`, in a process of its own and in a data folder of its own; it is seen from
// outside only: what it says, its doors, how it ends.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { readDaemonFile } from "../../src/config/daemon-file.js";
import { type DataFolder, dataFolder } from "../../src/config/data-folder.js";
import { readToken } from "../../src/config/token.js";
import type { Health } from "../../src/http/protocol.js";
import { mainPath } from "../cli/run-cli.js";
import { tempFolder } from "../config/temp-folder.js";
import { type Answer, type Ask, ask, jsonOf, type Where } from "../http/client.js";

export interface StartOptions {
  /** 0, the default: any free one. */
  readonly port?: number;
  /** Path of another copy's `main.js`. */
  readonly main?: string;
}

export interface Daemon {
  readonly process: ChildProcess;
  /** All it said so far: stdout, stderr. */
  readonly output: () => string;
  readonly errors: () => string;
  /** Resolves when it has said this; rejects when it ends without. */
  says(text: string): Promise<void>;
  /** [exit code, signal], once all it said is read. */
  readonly ended: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>;
}

/** The doors of a running daemon. */
export interface Doors {
  readonly where: Where;
  /** With the token. */
  tcp(path: string, options?: Ask): Promise<Answer>;
  /** Over the unix socket, without a token. */
  unix(path: string, options?: Ask): Promise<Answer>;
  health(): Promise<Health>;
}

/** Paths in a data folder that is made at first start. */
export function dataFolderFor(t: TestContext): DataFolder {
  return dataFolder(tempFolder(t));
}

export function startDaemon(
  t: TestContext,
  folder: DataFolder,
  { port = 0, main = mainPath }: StartOptions = {},
): Daemon {
  const child = spawn(process.execPath, [main, "run", "--data", folder.dir, "--port", String(port)], {
    cwd: folder.dir,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, HEARTBEAT_DATA: undefined, HEARTBEAT_PORT: undefined },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close") as unknown as Daemon["ended"];
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8");
    child[name].on("data", (text: string) => {
      said[name] += text;
      child.emit("said");
    });
  }
  return {
    process: child,
    output: () => said.stdout,
    errors: () => said.stderr,
    async says(text) {
      const gone = ended.then(() => {
        throw new Error(`ended without saying ${JSON.stringify(text)}: ${said.stdout}${said.stderr}`);
      });
      gone.catch(() => {});
      while (!`${said.stdout}${said.stderr}`.includes(text)) await Promise.race([once(child, "said"), gone]);
    },
    ended,
  };
}

/** Waits until the daemon has said where `/now` is. */
export async function doorsOf(daemon: Daemon, folder: DataFolder): Promise<Doors> {
  await daemon.says("curl");
  const port = readDaemonFile(folder.daemon)?.port ?? 0;
  const headers = { authorization: `Bearer ${readToken(folder.token)}` };
  const where = { host: "127.0.0.1", port };
  const unix: Doors["unix"] = (path, options) => ask({ socketPath: folder.socket }, path, options);
  return {
    where,
    tcp: (path, options = {}) => ask(where, path, { ...options, headers: { ...headers, ...options.headers } }),
    unix,
    health: async () => jsonOf(await unix("/health")) as unknown as Health,
  };
}

/** The head of a `POST /pulse` over TCP, for a raw connection. @param length of the body it promises, in bytes */
export function pulseHead(folder: DataFolder, length: number): string {
  const token = `Authorization: Bearer ${readToken(folder.token)}`;
  const type = "Content-Type: application/json";
  return `POST /pulse HTTP/1.1\r\nHost: localhost\r\n${token}\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`;
}

// heartbeat start: the daemon detached. Answers when it is healthy and has its first snapshot; when it ends before that,
// fails with what it said itself.

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readDaemonFile } from "../../config/daemon-file.js";
import { type DataFolder, dataFolder } from "../../config/data-folder.js";
import { furnishDataFolder } from "../../config/furnish.js";
import { lockHolder } from "../../config/lock.js";
import { HeartbeatError } from "../../errors.js";
import type { Health } from "../../http/protocol.js";
import { askDaemon, exchange } from "../daemon-client.js";
import type { RunOptions } from "./run.js";

const healthyLimitMs = 60_000;
/** So long the first beat may take; then the snapshot of an earlier run is enough. */
const firstBeatMs = 10_000;
const pollMs = 50;
const maxLogBytes = 10 * 1024 ** 2;

export async function start(options: RunOptions): Promise<void> {
  const running = lockHolder(dataFolder(options.dataDir).lock);
  if (running !== undefined) {
    process.stdout.write(`already running on ${options.dataDir}: pid ${running.pid}\n`);
    return;
  }
  const folder = furnishDataFolder(options.dataDir);
  rotate(folder.daemonLog);
  const from = sizeOf(folder.daemonLog);
  const child = spawnDetached(options, folder);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const how = await Promise.race([ended, healthy(folder, child)]);
  if (how !== undefined) throw startError(folder, from, how);
  child.unref();
  const port = readDaemonFile(folder.daemon)?.port;
  process.stdout.write(`running: pid ${child.pid}, http://127.0.0.1:${port}/now, data folder ${folder.dir}\n`);
}

function spawnDetached({ dataDir, port }: RunOptions, folder: DataFolder): ChildProcess {
  const log = openSync(folder.daemonLog, "a", 0o600);
  try {
    const main = fileURLToPath(new URL("../main.js", import.meta.url));
    const args = [...process.execArgv, main, "run", "--data", dataDir];
    if (port !== undefined) args.push("--port", String(port));
    return spawn(process.execPath, args, { detached: true, stdio: ["ignore", log, log] });
  } finally {
    closeSync(log);
  }
}

async function healthy(folder: DataFolder, child: ChildProcess): Promise<undefined> {
  const begun = performance.now();
  while (child.exitCode === null && child.signalCode === null) {
    const waitedMs = performance.now() - begun;
    const ready = waitedMs < firstBeatMs ? hasBeat : hasSnapshot;
    if (readDaemonFile(folder.daemon)?.pid === child.pid && (await ready(folder))) return undefined;
    if (waitedMs > healthyLimitMs) throw lateError(folder, child);
    await delay(pollMs);
  }
  // How it ended is said by its exit event.
  return await new Promise<never>(() => {});
}

/** Whether it has made a beat of its own. */
async function hasBeat(folder: DataFolder): Promise<boolean> {
  try {
    const { beat } = await askDaemon<Health>(folder, { method: "GET", path: "/health" });
    return beat.last !== null && beat.last.tookMs !== null;
  } catch {
    return false;
  }
}

async function hasSnapshot(folder: DataFolder): Promise<boolean> {
  try {
    return (await exchange(folder, { method: "GET", path: "/now.md" })).status === 200;
  } catch {
    return false;
  }
}

function startError(folder: DataFolder, from: number, how: string): HeartbeatError {
  const said = readFileSync(folder.daemonLog).subarray(from).toString().trim().split("\n");
  // Its own last words; the lines of its structured log stay in the file.
  const words = said.filter((line) => line !== "" && !line.startsWith("{"));
  const text = (words.length > 0 ? words : said).slice(-10).join("\n");
  return new HeartbeatError("HB_START", `the daemon did not start (${how})${text === "" ? "" : `:\n${text}`}`, {
    hint: `all it said is in ${folder.daemonLog}`,
  });
}

function lateError({ daemonLog }: DataFolder, { pid }: ChildProcess): HeartbeatError {
  return new HeartbeatError("HB_START", `the daemon (pid ${pid}) is not healthy after ${healthyLimitMs / 1000} s`, {
    hint: `it was left running; what it says is in ${daemonLog}`,
  });
}

function rotate(path: string): void {
  if (sizeOf(path) > maxLogBytes) renameSync(path, `${path}.1`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

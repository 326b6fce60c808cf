// daemon.json: where the daemon of a data folder can be found. Written when it is healthy, removed when it ends; after a
// kill -9 it is stale, so who reads it asks the lock (lock.ts) who really runs.

import { readFileSync, rmSync } from "node:fs";
import { writeAtomic } from "./write-atomic.js";

export interface DaemonInfo {
  readonly pid: number;
  /** TCP port on 127.0.0.1. */
  readonly port: number;
  /** Path of the unix socket; `null` where there is none. */
  readonly socket: string | null;
  readonly version: string;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
}

export function writeDaemonFile(path: string, info: DaemonInfo): void {
  writeAtomic(path, `${JSON.stringify(info, null, 2)}\n`);
}

/** `undefined` when there is none, or none that can be understood. */
export function readDaemonFile(path: string): DaemonInfo | undefined {
  try {
    const info = JSON.parse(readFileSync(path, "utf8"));
    return isDaemonInfo(info) ? info : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Removes the file if it is the one of `pid`. */
export function removeDaemonFile(path: string, pid: number = process.pid): void {
  if (readDaemonFile(path)?.pid === pid) rmSync(path, { force: true });
}

function isDaemonInfo(value: unknown): value is DaemonInfo {
  if (typeof value !== "object" || value === null) return false;
  const { pid, port, socket } = value as Record<string, unknown>;
  return Number.isSafeInteger(pid) && Number.isSafeInteger(port) && (socket === null || typeof socket === "string");
}

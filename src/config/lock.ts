// One daemon a folder. The lock is a row of numbered files, and whoever's is the highest holds it while alive:
//
//   lock/7  {pid, start}   died        a newcomer judges the highest, and if its process is gone
//   lock/8  {pid, start}   holds       links its own file as the next number: link() gives a number to one only
//
// Invariants: nobody removes the highest file, so the highest number only rises; whoever took a number looks again and
// gives way to a higher one. So two that judge the same dead lock at once, however slowly, can't both hold it, and no
// state has to be cleaned up after a kill -9. Letting go rewrites the own file without a process.

import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HeartbeatError } from "../errors.js";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.js";

export interface Lock {
  /** Lets go; can be called twice. */
  release(): void;
}

/**
 * @param folder the lock's own folder; made if it is not there
 * @throws HB_LOCKED naming the pid that holds it
 */
export function acquireLock(folder: string): Lock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `draft-${process.pid}-${process.hrtime.bigint()}`);
  writeFileSync(draft, JSON.stringify(ownIdentity()), { mode: 0o600 });
  try {
    for (;;) {
      const highest = highestNumber(folder);
      const holder = readHolder(folder, highest);
      if (holder !== undefined && isAlive(holder)) throw lockedError(folder, holder);
      if (!claim(folder, draft, highest + 1)) continue;
      removeOld(folder, highest + 1);
      return { release: releaseOnce(folder, highest + 1) };
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * A quick look before anything is loaded or made; `acquireLock` still decides.
 *
 * @throws HB_LOCKED naming the pid that holds it
 */
export function refuseWhileHeld(folder: string): void {
  const holder = lockHolder(folder);
  if (holder !== undefined) throw lockedError(folder, holder);
}

/** The process that holds the lock now; `undefined` when none does. */
export function lockHolder(folder: string): ProcessIdentity | undefined {
  const holder = readHolder(folder, highestNumber(folder));
  return holder !== undefined && isAlive(holder) ? holder : undefined;
}

/**
 * Takes `number`, the one after the highest that was seen, with the file `draft`.
 *
 * @returns false when somebody was faster, however long ago
 */
export function claim(folder: string, draft: string, number: number): boolean {
  const path = join(folder, String(number));
  try {
    linkSync(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    throw new HeartbeatError("HB_DATA_FOLDER", `${path}: can't be locked: ${code}`, {
      hint: "the data folder needs a file system with hard links",
      cause: error,
    });
  }
  if (highestNumber(folder) === number) return true;
  rmSync(path, { force: true });
  return false;
}

function highestNumber(folder: string): number {
  try {
    return Math.max(0, ...readdirSync(folder).filter(isNumber).map(Number));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return 0;
    const hint = "expected --data or HEARTBEAT_DATA to name a folder that you may read and write";
    throw new HeartbeatError("HB_DATA_FOLDER", `${folder}: can't be read: ${code}`, { hint, cause: error });
  }
}

function isNumber(name: string): boolean {
  return /^[1-9]\d{0,14}$/.test(name);
}

/** `undefined`: let go, or torn by a power loss, and so of no process that lives. */
function readHolder(folder: string, number: number): ProcessIdentity | undefined {
  try {
    const { pid, start } = JSON.parse(readFileSync(join(folder, String(number)), "utf8")) ?? {};
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, start: typeof start === "string" ? start : null } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** All but the own file and the one before it, so that who reads the folder meanwhile never sees it empty. */
function removeOld(folder: string, own: number): void {
  for (const name of readdirSync(folder)) {
    if (isNumber(name) && Number(name) < own - 1) rmSync(join(folder, name), { force: true });
  }
}

function releaseOnce(folder: string, number: number): () => void {
  let released = false;
  return () => {
    if (released) return;
    released = true;
    const blank = join(folder, `released-${number}`);
    try {
      writeFileSync(blank, JSON.stringify({ pid: null }), { mode: 0o600 });
      renameSync(blank, join(folder, String(number)));
    } catch (error) {
      // Somebody removed the folder, and the lock with it.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  };
}

function lockedError(folder: string, { pid }: ProcessIdentity): HeartbeatError {
  return new HeartbeatError("HB_LOCKED", `a daemon already runs on this folder: pid ${pid} holds ${folder}`, {
    hint: "ask it with `heartbeat status`, stop it with `heartbeat stop`, or give another folder with --data",
  });
}

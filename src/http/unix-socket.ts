// The file a unix socket stands on. A daemon that was killed leaves its file behind; it is removed, but nothing else is:
// what is no socket stays and is an error. Only one daemon holds the folder, so a socket found there is a dead one.

import { chmodSync, lstatSync, rmSync } from "node:fs";
import { HeartbeatError } from "../errors.js";

/** Longest path in bytes: the operating systems take 103 (macOS) or 107 (Linux). */
const maxPathBytes = 100;

/** @throws HB_LISTEN when no socket can stand at `path` */
export function clearSocketPath(path: string): void {
  const bytes = Buffer.byteLength(path);
  if (bytes > maxPathBytes) {
    throw new HeartbeatError(
      "HB_LISTEN",
      `expected a path of at most ${maxPathBytes} bytes for the unix socket; ${bytes} came`,
      { hint: "give a data folder with a shorter path with --data or HEARTBEAT_DATA" },
    );
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) {
    throw new HeartbeatError("HB_LISTEN", `expected no file or a socket at ${path}; another kind of file is there`, {
      hint: "move it away, or give another data folder with --data or HEARTBEAT_DATA",
    });
  }
  rmSync(path, { force: true });
}

/** Only the owner may connect, beside the 0700 of the folder. */
export function restrictSocket(path: string): void {
  chmodSync(path, 0o600);
}

export function removeSocket(path: string): void {
  rmSync(path, { force: true });
}

// Tries the disk before LMDB does. When a write of its data file fails, lmdb 3.5.6 formats a message into 100 bytes that
// can have 118 (`mdb_page_flush`): the heap is damaged, and the process ends sooner or later. So each transaction is
// preceded by a byte written beside the log and a look at the free space: what the system refuses is refused here.
//
// It also looks whether the log's file is still the one that was opened: into one that was moved away or removed a write
// would succeed, and be lost.

import { closeSync, openSync, statfsSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { HeartbeatError } from "../errors.js";

/** What is left free on the disk for everything but the values that are written, in bytes. */
export const spareBytes = 1_048_576;

export class Canary {
  readonly #folder: string;
  readonly #inode: number | undefined;
  #file: number | undefined;

  /** @param folder of an environment that is open */
  constructor(folder: string) {
    this.#folder = folder;
    this.#inode = this.#inodeNow();
  }

  /**
   * @param bytes of the values that are about to be written
   * @throws the system's error; one with code ENOSPC where room is short; HB_LOG_GONE
   */
  check(bytes: number): void {
    if (this.#inodeNow() !== this.#inode) {
      throw new HeartbeatError(
        "HB_LOG_GONE",
        `the log in ${this.#folder} was moved, removed or replaced while it was open`,
        {
          hint: "put it back, or start the daemon anew: until then nothing is stored",
        },
      );
    }
    this.#file ??= openSync(join(this.#folder, "canary"), "w", 0o600);
    writeSync(this.#file, "!", 0);
    // Each value can take a page more than it has bytes, and the tree above it is written anew.
    if (freeBytes(this.#folder) < spareBytes + 2 * bytes) {
      throw Object.assign(new Error("no room is left on the disk"), { code: "ENOSPC" });
    }
  }

  /** Can be called twice. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #inodeNow(): number | undefined {
    return statSync(join(this.#folder, "data.mdb"), { throwIfNoEntry: false })?.ino;
  }
}

/** Free bytes on the disk of `folder`; infinite where the system does not say. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

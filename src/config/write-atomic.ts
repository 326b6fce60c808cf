// Replaces a small file whole: who reads it sees the old text or the new one, also after a power loss.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** @param mode permissions of the new file; 0600 by default */
export function writeAtomic(path: string, text: string, mode = 0o600): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(draft, "w", mode);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

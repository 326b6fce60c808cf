// A copy of a log from before it is migrated, beside its folder: `snapshots.format-1`. Made by the log's only writer
// before it writes anything, so the file stands still. A copy that is there whole is kept: the migration after it
// did not end.

import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { HeartbeatError } from "../errors.js";

const dataFile = "data.mdb";

/**
 * @param folder of the environment
 * @returns the folder of the copy
 * @throws HeartbeatError HB_BACKUP; then nothing was migrated
 */
export function keepBackup(folder: string, format: number): string {
  const backup = `${folder}.format-${format}`;
  const copy = join(backup, dataFile);
  const draft = `${copy}.part`;
  if (existsSync(copy)) return backup;
  try {
    mkdirSync(backup, { recursive: true, mode: 0o700 });
    copyFileSync(join(folder, dataFile), draft);
    flush(draft);
    renameSync(draft, copy);
    return backup;
  } catch (error) {
    throw new HeartbeatError(
      "HB_BACKUP",
      `the log in ${folder} can't be copied to ${backup} before it is migrated: ${(error as Error).message}`,
      { hint: "nothing was changed; make room on the disk and start again", cause: error },
    );
  }
}

/** The copies that are kept of an environment. */
export function backupsOf(folder: string): readonly string[] {
  const [parent, name] = [dirname(folder), `${basename(folder)}.format-`];
  return readdirSync(parent)
    .filter((entry) => entry.startsWith(name))
    .map((entry) => join(parent, entry));
}

function flush(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

// Makes the data folder and what is missing in it. The folder is private (0700); one that is somebody else's, or holds
// other things, is never taken over; files that are there are left as they are.

import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HeartbeatError } from "../errors.js";
import { type DataFolder, dataFolder } from "./data-folder.js";
import { exampleConfig } from "./example.js";

const intentionsExample = `# Intentions

<!-- What you are about, in your own words: every list item and every paragraph below is handed to each tool that asks.
     Done boxes "- [x]", headings and comments like this one are left out. Read again at each beat. -->

- Try Heartbeat: replace these lines by what you are working on this week
- [ ] Say here what no tool should have to ask twice: the project, its goal, what to keep in mind
`;

/**
 * Makes the folder, the example `intentions.md` and the commented `config.toml` where they are missing.
 *
 * @param dir absolute
 * @throws HB_DATA_FOLDER when it can't be made, belongs to another user, or is not empty and no data folder
 */
export function furnishDataFolder(dir: string): DataFolder {
  const folder = dataFolder(dir);
  try {
    makeFolder(dir);
    refuseForeign(folder);
    closeToOthers(dir, statSync(dir));
    makeFolder(folder.log);
    if (process.platform !== "win32" && dirname(folder.socket) !== dir) makeSocketFolder(dirname(folder.socket));
    writeIfMissing(folder.config, exampleConfig());
    writeIfMissing(folder.intentions, intentionsExample);
  } catch (error) {
    if (error instanceof HeartbeatError) throw error;
    throw new HeartbeatError("HB_DATA_FOLDER", `${dir}: can't be used: ${(error as Error).message}`, {
      hint: "give another folder with --data or HEARTBEAT_DATA",
      cause: error,
    });
  }
  return folder;
}

/** Like `mkdirSync` with `recursive`, which never returns where a parent is there but takes no folders (`/proc/x`). */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  if (dirname(dir) !== dir) makeFolder(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** In a folder everybody may write to, so it is looked at itself, not what a link points to. */
function makeSocketFolder(dir: string): void {
  makeFolder(dir);
  const stats = lstatSync(dir);
  if (!stats.isDirectory())
    throw new HeartbeatError("HB_DATA_FOLDER", `${dir}: expected a folder for the socket, a file is there`, {
      hint: "remove it, or give a data folder with a shorter path with --data or HEARTBEAT_DATA",
    });
  closeToOthers(dir, stats);
}

function closeToOthers(dir: string, { uid, mode }: { readonly uid: number; readonly mode: number }): void {
  if (process.getuid === undefined) return;
  if (uid !== process.getuid()) {
    throw new HeartbeatError("HB_DATA_FOLDER", `${dir}: belongs to another user (uid ${uid})`, {
      hint: "give a folder of your own with --data or HEARTBEAT_DATA",
    });
  }
  if ((mode & 0o077) !== 0) chmodSync(dir, 0o700);
}

function refuseForeign(folder: DataFolder): void {
  const names = readdirSync(folder.dir).filter((name) => name !== ".DS_Store" && name !== "lost+found");
  const own = [folder.config, folder.intentions, folder.lock, folder.token, folder.daemonLog];
  if (names.length === 0 || own.some((path) => existsSync(path))) return;
  throw new HeartbeatError(
    "HB_DATA_FOLDER",
    `${folder.dir}: is not empty and not a data folder of Heartbeat (it holds ${names.slice(0, 3).join(", ")})`,
    { hint: `give an empty folder, such as --data ${join(folder.dir, "heartbeat")}` },
  );
}

function writeIfMissing(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

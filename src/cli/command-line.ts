// Commands as a person can paste them into a POSIX shell.

import { dataDir } from "../config/data-folder.js";

/** The command that starts a daemon on `dir`. */
export function startCommand(dir: string): string {
  return dir === dataDir(undefined) ? "heartbeat start" : `heartbeat start --data ${quote(dir)}`;
}

function quote(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

// The first lines a person sees: where `/now` is, a command that works as pasted, and how to stop.

import type { DataFolder } from "../config/data-folder.js";
import type { HttpReady } from "../http/protocol.js";

export function banner(version: string, folder: DataFolder, { port, socket }: HttpReady): string {
  const url = `http://127.0.0.1:${port}`;
  return [
    `Heartbeat ${version} runs. Its context is at ${url}/now`,
    "",
    `  ${nowCommand(folder, url, socket)}`,
    "",
    `Data folder  ${folder.dir}`,
    `Intentions   ${folder.intentions}`,
    `Over TCP     the token in ${folder.token} is needed; not on the socket`,
    "Stop         Ctrl-C",
    "",
  ].join("\n");
}

/** Through the unix socket, which needs no token; else with the token read from its file, by a shell's builtin. */
function nowCommand({ token }: DataFolder, url: string, socket: string | null): string {
  if (socket !== null) return `curl --unix-socket ${quote(socket)} http://localhost/now.md`;
  return `printf 'header = "Authorization: Bearer %s"\\n' "$(cat ${quote(token)})" | curl --config - ${url}/now.md`;
}

/** For a POSIX shell. */
function quote(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

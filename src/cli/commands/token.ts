// heartbeat token: prints the bearer token, or makes a new one. A running daemon makes it itself, so that the old one is
// worth nothing from that moment; without one the file is rewritten.

import { existsSync } from "node:fs";
import type { DataFolder } from "../../config/data-folder.js";
import { lockHolder } from "../../config/lock.js";
import { readToken, rotateToken } from "../../config/token.js";
import { HeartbeatError } from "../../errors.js";
import type { SupervisorAnswers } from "../../http/protocol.js";
import { startCommand } from "../command-line.js";
import { askDaemon } from "../daemon-client.js";

export async function token(folder: DataFolder, { rotate }: { readonly rotate: boolean }): Promise<void> {
  process.stdout.write(`${rotate ? await renew(folder) : current(folder)}\n`);
}

function current(folder: DataFolder): string {
  const found = readToken(folder.token);
  if (found === undefined) throw noFolder(folder);
  return found;
}

async function renew(folder: DataFolder): Promise<string> {
  if (lockHolder(folder.lock) === undefined) {
    if (!existsSync(folder.dir)) throw noFolder(folder);
    return rotateToken(folder.token);
  }
  const answer = await askDaemon<SupervisorAnswers["rotateToken"]>(folder, { method: "POST", path: "/token" });
  return answer.token;
}

function noFolder({ dir }: DataFolder): HeartbeatError {
  return new HeartbeatError("HB_TOKEN", `there is no token in ${dir} yet: the first start makes it`, {
    hint: `start the daemon with: ${startCommand(dir)}`,
  });
}

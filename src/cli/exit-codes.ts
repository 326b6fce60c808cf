// The exit codes of `heartbeat`, as its help says them.

import { HeartbeatError } from "../errors.js";

export const exitCodes = { ok: 0, failure: 1, usage: 2, noDaemon: 3, damaged: 4 } as const;

export function exitCodeOf(error: unknown): number {
  if (!(error instanceof HeartbeatError)) return exitCodes.failure;
  if (error.code === "HB_USAGE") return exitCodes.usage;
  return error.code === "HB_NO_DAEMON" ? exitCodes.noDaemon : exitCodes.failure;
}

// heartbeat stop: asks the daemon to end and waits until it is gone. Whom to signal is read from the lock, which knows
// the very process: a pid that was used again is never signalled.

import { setTimeout as delay } from "node:timers/promises";
import type { DataFolder } from "../../config/data-folder.js";
import { lockHolder } from "../../config/lock.js";
import { isAlive, type ProcessIdentity } from "../../config/process-identity.js";
import { HeartbeatError } from "../../errors.js";
import { absence } from "../daemon-client.js";

/** A graceful stop has so long, in ms; the daemon itself forces one that takes 25 s. */
const stopLimitMs = 30_000;
/** With --force, so long. */
const forceAfterMs = 5_000;
const pollMs = 25;

export interface StopOptions {
  /** Ends it with SIGKILL if it is not gone after 5 s. What was acked stays in the log. */
  readonly force: boolean;
}

export async function stop(folder: DataFolder, { force }: StopOptions): Promise<void> {
  const daemon = lockHolder(folder.lock);
  if (daemon === undefined) throw absence(folder);
  signal(daemon, "SIGTERM");
  let gone = await isGone(daemon, force ? forceAfterMs : stopLimitMs);
  if (!gone && force) {
    signal(daemon, "SIGKILL");
    gone = await isGone(daemon, stopLimitMs);
  }
  if (!gone) {
    throw new HeartbeatError("HB_TIMEOUT", `the daemon (pid ${daemon.pid}) is not gone after ${stopLimitMs / 1000} s`, {
      hint: "`heartbeat stop --force` ends it; what was acked stays in the log",
    });
  }
  process.stdout.write(`stopped: pid ${daemon.pid}\n`);
}

function signal(daemon: ProcessIdentity, name: NodeJS.Signals): void {
  try {
    process.kill(daemon.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function isGone(daemon: ProcessIdentity, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (isAlive(daemon)) {
    if (performance.now() > deadline) return false;
    await delay(pollMs);
  }
  return true;
}

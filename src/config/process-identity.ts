// Which process a pid means: a pid is used again, a pid with its start time is not.
// Linux: boot id and start tick from /proc. Elsewhere: start time from ps. Where neither can be had, the pid alone.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { HeartbeatError } from "../errors.js";

/** A process as it can be found again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Differs for every process that ever has this pid; `null` where the platform doesn't tell. */
  readonly start: string | null;
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, start: startOf(process.pid) };
}

/** Whether the very process is still there. A zombie is not. In doubt: yes. */
export function isAlive({ pid, start }: ProcessIdentity): boolean {
  if (!canBeSignalled(pid)) return false;
  if (start === null) return true;
  const current = startOf(pid);
  return current === null ? canBeSignalled(pid) : current === start;
}

function canBeSignalled(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) throw new HeartbeatError("HB_INTERNAL", `no pid: ${pid}`);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** `zombie` for one; `null` where it can't be told. */
function startOf(pid: number): string | null {
  if (process.platform === "linux") return startFromProc(pid);
  return process.platform === "win32" ? null : startFromPs(pid);
}

function startFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name stands in parentheses and may hold spaces and parentheses; state is the first field after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return "zombie";
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

function startFromPs(pid: number): string | null {
  try {
    const line = execFileSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
      env: { PATH: "/bin:/usr/bin", LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 2000,
    }).trim();
    const [state = "", ...start] = line.split(/\s+/);
    return state.startsWith("Z") ? "zombie" : start.join(" ");
  } catch {
    return null;
  }
}

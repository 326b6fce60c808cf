// The data folder: where it is by the platform's convention, and the paths of what stands in it. Touches no file:
// furnish.ts makes it, and only the daemon does that.

import { createHash } from "node:crypto";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Paths of what a data folder holds; all absolute. */
export interface DataFolder {
  readonly dir: string;
  /** Settings, TOML. */
  readonly config: string;
  /** What the user intends, Markdown; the whole of INTENTION. */
  readonly intentions: string;
  /** The bearer token, mode 0600. */
  readonly token: string;
  /** The unix socket; in a short folder elsewhere where the path here would be too long. */
  readonly socket: string;
  /** Who runs here: pid, port, socket. */
  readonly daemon: string;
  /** The LMDB environments. */
  readonly log: string;
  readonly lock: string;
  /** What a detached daemon says of itself. */
  readonly daemonLog: string;
  /** What collectors remember from run to run. */
  readonly collectors: string;
}

/** What the choice of the folder depends on. */
export interface Platform {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Longest path of a unix socket that every platform takes, in bytes. */
export const maxSocketPathBytes = 100;

/** Absolute path of the data folder: `option` (`--data`), else `HEARTBEAT_DATA`, else the platform's convention. */
export function dataDir(option: string | undefined, on: Platform = thisPlatform()): string {
  const chosen = option ?? on.env.HEARTBEAT_DATA;
  return resolve(chosen !== undefined && chosen !== "" ? chosen : conventionalDir(on));
}

/** The paths in a data folder; touches nothing. */
export function dataFolder(dir: string): DataFolder {
  return {
    dir,
    config: join(dir, "config.toml"),
    intentions: join(dir, "intentions.md"),
    token: join(dir, "token"),
    socket: socketPath(dir),
    daemon: join(dir, "daemon.json"),
    log: join(dir, "log"),
    lock: join(dir, "lock"),
    daemonLog: join(dir, "daemon.log"),
    collectors: join(dir, "collectors"),
  };
}

function thisPlatform(): Platform {
  return { platform: process.platform, env: process.env, home: homedir() };
}

function conventionalDir({ platform, env, home }: Platform): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", "heartbeat");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "heartbeat");
  // The XDG specification says that a relative path is to be ignored.
  const xdg = env.XDG_DATA_HOME;
  return join(xdg?.startsWith("/") ? xdg : join(home, ".local", "share"), "heartbeat");
}

function socketPath(dir: string): string {
  const name = createHash("sha256").update(dir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\heartbeat-${name}`;
  const own = join(dir, "heartbeat.sock");
  if (Buffer.byteLength(own) <= maxSocketPathBytes) return own;
  const temp = Buffer.byteLength(tmpdir()) <= maxSocketPathBytes / 2 ? tmpdir() : "/tmp";
  return join(temp, `heartbeat-${process.getuid?.()}`, `${name}.sock`);
}

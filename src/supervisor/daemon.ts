// The daemon in the foreground, from its folder's lock to its last flush.
//
//   folder ─▶ configuration ─▶ lock ─▶ house ─▶ daemon.json ─▶ first beat … signal ─▶ house closed ─▶ daemon.json gone ─▶ lock
//
// What is wrong before the house stands is thrown and nothing is left behind.

import { uptime } from "node:os";
import { type DaemonInfo, removeDaemonFile, writeDaemonFile } from "../config/daemon-file.js";
import type { DataFolder } from "../config/data-folder.js";
import { furnishDataFolder } from "../config/furnish.js";
import { loadConfig } from "../config/load.js";
import { acquireLock } from "../config/lock.js";
import type { Config } from "../config/schema.js";
import type { HttpReady } from "../http/protocol.js";
import { setAsideBroken } from "../log/broken-file.js";
import { packageVersion } from "../version.js";
import { banner } from "./banner.js";
import { createLogger } from "./log-lines.js";
import type { Logger } from "./logger.js";
import { awaitStopRequest } from "./signals.js";
import { spawnActor } from "./spawn.js";
import { Supervisor } from "./supervisor.js";
import { systemTimers, withLimit } from "./timers.js";

/** A stop that takes longer is forced, in ms. */
const stopLimitMs = 25_000;

export interface DaemonOptions {
  /** Absolute path of the data folder; made if it is not there. */
  readonly dataDir: string;
  /** TCP port on 127.0.0.1, 0 for any free one; absent: as configured. */
  readonly port?: number;
  /** Folder the daemon was started in: its repository is watched if none is configured. */
  readonly cwd: string;
}

/**
 * Runs the daemon until a signal ends it; resolves after a graceful stop.
 * @throws HB_CONFIG, HB_LOCKED, HB_PORT_BUSY, HB_FORMAT_NEWER and others: it could not start
 */
export async function runHouse(options: DaemonOptions): Promise<void> {
  const folder = furnishDataFolder(options.dataDir);
  const config = await loadConfig(folder.config);
  const lock = acquireLock(folder.lock);
  const logger = createLogger(config.log.level);
  const stop = awaitStopRequest(() => endNow(logger, "a second signal"));
  // Whoever reads the banner may go away; as a command, `heartbeat run` would end with its reader.
  process.stdout.removeAllListeners("error").on("error", () => {});
  try {
    const broken = setAsideBroken(folder.log, new Date());
    if (broken !== null) logger.error({}, broken);
    const supervisor = createSupervisor(options, folder, config, logger, broken);
    const door = await supervisor.open();
    writeDaemonFile(folder.daemon, daemonInfo(door));
    const first = supervisor.firstBeat();
    const early = supervisor.hasSnapshot ? undefined : await Promise.race([first, stop.first]);
    if (early === undefined) process.stdout.write(banner(packageVersion(), folder, door));
    const reason = await stop.first;
    logger.info({ reason: String(reason) }, "stopping");
    removeDaemonFile(folder.daemon);
    await stopWithin(supervisor, logger);
    logger.info({}, "stopped");
    if (reason instanceof Error) throw reason;
  } finally {
    stop.release();
    lock.release();
  }
}

function createSupervisor(
  options: DaemonOptions,
  folder: DataFolder,
  config: Config,
  logger: Logger,
  broken: string | null,
): Supervisor {
  return new Supervisor({
    folder,
    config,
    broken,
    port: options.port ?? config.http.port,
    cwd: options.cwd,
    version: packageVersion(),
    logger,
    timers: systemTimers,
    wall: Date.now,
    uptimeMs: () => uptime() * 1000,
    elapsedMs: () => performance.now(),
    spawn: spawnActor,
  });
}

function daemonInfo({ port, socket }: HttpReady): DaemonInfo {
  return { pid: process.pid, port, socket, version: packageVersion(), startedAt: new Date().toISOString() };
}

/** A thread that does not end keeps its log and so the lock: then the process ends, and the lock with it. */
async function stopWithin(supervisor: Supervisor, logger: Logger): Promise<void> {
  const gone = await withLimit(systemTimers, stopLimitMs, "stopping", supervisor.stop()).catch(() => false);
  if (gone) return;
  endNow(logger, `${stopLimitMs / 1000} s were not enough`);
}

/**
 * Ends the process by SIGKILL, 137 to a shell. `process.exit` would first end the threads: it waits for one that hangs in
 * native code, and one with uWebSockets.js open aborts.
 */
function endNow(logger: Logger, why: string): void {
  logger.error({}, `the stop was forced: ${why}; what was acked is in the log`);
  process.kill(process.pid, "SIGKILL");
}

// What collectors there are, from the configuration: which script, how often, how long, and what it is told.

import { join } from "node:path";

/** The part of the configuration that collectors need. */
export interface CollectorsConfig {
  readonly git: CollectorSchedule & {
    /** Folders; empty: the one the daemon was started in. */
    readonly repositories: readonly string[];
  };
  readonly window: CollectorSchedule;
}

export interface CollectorSchedule {
  readonly enabled: boolean;
  /** Seconds from the begin of one run to the begin of the next. */
  readonly everySeconds: number;
  /** Seconds after which a run is killed. */
  readonly timeoutSeconds: number;
}

/** Where collectors find the daemon and what is theirs. */
export interface CollectorPaths {
  /** Folder of the scripts. */
  readonly scripts: string;
  /** Folder for what collectors keep; each gets one of its own in it. */
  readonly state: string;
  /** Folder the daemon was started in. */
  readonly startedIn: string;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Path of the unix socket; `null` where there is none. */
  readonly socket: string | null;
  /** File that holds the bearer token. */
  readonly tokenFile: string;
}

export interface CollectorDefinition {
  readonly name: string;
  /** Path of a bash script. */
  readonly script: string;
  readonly arguments: readonly string[];
  /** Added to the daemon's own environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly everySeconds: number;
  readonly timeoutSeconds: number;
}

/** The enabled collectors, in the order in which `/health` shows them. */
export function collectorDefinitions(
  config: CollectorsConfig,
  paths: CollectorPaths,
  platform: NodeJS.Platform = process.platform,
): CollectorDefinition[] {
  const repositories = config.git.repositories.length > 0 ? config.git.repositories : [paths.startedIn];
  const windowScript = platform === "darwin" ? "window-macos.sh" : "window-x11.sh";
  return [
    ...define("git", "git.sh", repositories, config.git, paths),
    ...define("window", windowScript, [], config.window, paths),
  ];
}

function define(
  name: string,
  script: string,
  args: readonly string[],
  schedule: CollectorSchedule,
  paths: CollectorPaths,
): CollectorDefinition[] {
  if (!schedule.enabled) return [];
  const { everySeconds, timeoutSeconds } = schedule;
  return [
    {
      name,
      script: join(paths.scripts, script),
      arguments: args,
      environment: {
        HEARTBEAT_URL: paths.url,
        HEARTBEAT_SOCKET: paths.socket ?? "",
        HEARTBEAT_TOKEN_FILE: paths.tokenFile,
        HEARTBEAT_STATE: join(paths.state, name),
      },
      everySeconds,
      timeoutSeconds,
    },
  ];
}

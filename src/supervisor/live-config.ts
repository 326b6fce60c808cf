// The configuration while the daemon runs. config.toml is read again at each tick: what a snapshot depends on (windows,
// tokenizer, shares, half-life, state lifetime, zone) holds from then on; a change of anything else waits for a restart and
// says so. A file that has become bad changes nothing, and says so too.

import { foldSettingsText } from "../config/fold-settings.js";
import { loadConfig } from "../config/load.js";
import type { Config } from "../config/schema.js";

/** What a tick takes from the configuration. */
export interface TickSettings {
  /** IANA name. */
  readonly zone: string;
  /** Canonical JSON of the fold's settings. */
  readonly config: string;
}

export class LiveConfig {
  readonly #path: string;
  readonly #atStart: Config;
  #current: Config;
  #problem: string | null = null;

  /** @param atStart as read from `path` when the daemon started */
  constructor(path: string, atStart: Config) {
    this.#path = path;
    this.#atStart = atStart;
    this.#current = atStart;
  }

  /** What is wrong, and what to do, as of the last `read`; `null` when all that the file says holds. */
  get problem(): string | null {
    return this.#problem;
  }

  async read(): Promise<TickSettings> {
    try {
      this.#current = await loadConfig(this.#path);
      this.#problem = this.#waiting();
    } catch (error) {
      this.#problem = `${(error as Error).message}; the last good configuration holds`;
    }
    return { zone: this.#current.zone, config: foldSettingsText(this.#current) };
  }

  #waiting(): string | null {
    const names = changedNames(restartOnly(this.#atStart), restartOnly(this.#current));
    return names.length === 0 ? null : `${this.#path}: a change of ${names.join(", ")} holds after a restart only`;
  }
}

function restartOnly(config: Config): object {
  const { windows, tokenizer, shares, halfLifeHours, stateTtlMinutes, zone, ...rest } = config;
  return rest;
}

/** Dotted names of the fields whose values differ. */
function changedNames(before: object, after: object, prefix = ""): string[] {
  return Object.entries(before).flatMap(([name, old]) => {
    const value = (after as Record<string, unknown>)[name];
    if (JSON.stringify(old) === JSON.stringify(value)) return [];
    if (typeof old !== "object" || Array.isArray(old)) return [prefix + name];
    return changedNames(old, value as object, `${prefix}${name}.`);
  });
}

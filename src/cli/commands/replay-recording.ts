// heartbeat replay --pulses: a recorded file through the same fold, with these settings, on a virtual clock. No daemon, no
// data folder, nothing of this machine: the files it writes are the same everywhere.

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { foldSettingsText } from "../../config/fold-settings.js";
import { loadConfig } from "../../config/load.js";
import { isZone } from "../../config/rules.js";
import type { Config } from "../../config/schema.js";
import { HeartbeatError } from "../../errors.js";
import { createRedactor, type Redactor } from "../../log/redact.js";
import type { FoldSettings } from "../../pipeline/tick.js";
import { writeBeat } from "../../replay/beat-files.js";
import { environmentDifference, environmentError } from "../../replay/environment.js";
import type { GridSettings } from "../../replay/grid.js";
import { type Given, type Played, play } from "../../replay/play.js";
import { Recording } from "../../replay/recording.js";
import { timeRange } from "../../replay/time-range.js";
import { readIntentions } from "../../supervisor/intentions.js";
import { ZoneOffsetTable } from "../../supervisor/zone-offsets.js";
import { Progress } from "../progress.js";

export interface RecordingOptions {
  /** Paths. */
  readonly pulses: string;
  readonly intentions?: string;
  readonly config?: string;
  readonly out?: string;
  readonly from?: string;
  readonly to?: string;
  /** IANA name. */
  readonly zone?: string;
}

export async function replayRecording(options: RecordingOptions): Promise<void> {
  const range = timeRange(options);
  const { grid, given, redact } = await settingsOf(options);
  const recording = await Recording.open(options.pulses, redact);
  const { out } = options;
  if (recording.ticks === 0 && out === undefined) {
    throw new HeartbeatError("HB_USAGE", "--out: expected a folder to write the beats to, none came", {
      hint: "a file without ticks has nothing to be compared with",
    });
  }
  const result = new Result(Object.keys(given).length === 0);
  const progress = new Progress();
  for await (const played of play(recording, grid, given)) {
    const { tick } = played.record;
    if (tick.instant >= range.end) break;
    progress.show(played.pulses / recording.pulses, tick.id);
    if (tick.instant < range.begin) continue;
    result.add(played);
    if (out !== undefined) writeBeat(out, played.record);
  }
  progress.clear();
  process.stdout.write(`${result.sentence()}${out === undefined ? "" : `; written to ${out}`}\n`);
}

/** How what was played compares with what the file says of it. */
class Result {
  readonly #strict: boolean;
  #beats = 0;
  #recorded = 0;
  #same = 0;

  /** @param strict the file's own settings hold, so that a difference is an error */
  constructor(strict: boolean) {
    this.#strict = strict;
  }

  /** @throws HB_REPLAY_ENVIRONMENT, HB_REPLAY_DIFFERS */
  add({ record, recorded }: Played): void {
    this.#beats += 1;
    if (recorded === null) return;
    this.#recorded += 1;
    if (record.hash === recorded.hash) this.#same += 1;
    else if (this.#strict) throw differs({ record, recorded });
  }

  sentence(): string {
    const beats = `${this.#beats} ${this.#beats === 1 ? "beat" : "beats"} replayed`;
    if (this.#recorded === 0) return beats;
    if (this.#strict) return `${beats}: every hash as recorded`;
    return `${beats} with other settings: ${this.#same} as recorded, ${this.#recorded - this.#same} not`;
  }
}

function differs({
  record,
  recorded,
}: Pick<Played, "record"> & { readonly recorded: NonNullable<Played["recorded"]> }) {
  const { id, config } = record.tick;
  const difference = environmentDifference({ ...recorded, tokenizer: config.tokenizer });
  if (difference !== null) return environmentError(difference);
  const message = `${id}: expected the recorded hash ${recorded.hash}, got ${record.hash}`;
  return new HeartbeatError("HB_REPLAY_DIFFERS", message, {
    hint: "the file was changed after it was exported, or replaying is not what it should be",
  });
}

/** What a recording is played with, from the files and the zone that were named. */
export async function settingsOf(
  options: RecordingOptions,
): Promise<{ readonly grid: GridSettings; readonly given: Given; readonly redact: Redactor }> {
  const config = await configOf(options.config);
  const intentions = options.intentions === undefined ? "" : await readIntentions(options.intentions);
  const zone = zoneOf(options.zone) ?? config.zone;
  const offsets = new ZoneOffsetTable();
  const settings = JSON.parse(foldSettingsText(config)) as FoldSettings;
  const given: Given = {
    ...(options.config !== undefined && { config: settings }),
    ...(options.intentions !== undefined && { intentions }),
    ...(options.zone !== undefined && { zone }),
  };
  const grid = { zone, offsets: (instant: number) => offsets.at(zone, instant), intentions, config: settings };
  return { grid, given, redact: await createRedactor(config.redact.patterns) };
}

/** "local" is UTC here: never the machine's zone. */
async function configOf(path: string | undefined): Promise<Config> {
  if (path !== undefined && !existsSync(path)) throw new HeartbeatError("HB_CONFIG", `${path}: is missing`);
  return loadConfig(path ?? "", { zone: "UTC", home: homedir() });
}

function zoneOf(zone: string | undefined): string | undefined {
  if (zone === undefined || isZone(zone)) return zone;
  throw new HeartbeatError(
    "HB_USAGE",
    `--zone: expected an IANA zone such as Europe/Berlin, got ${JSON.stringify(zone)}`,
  );
}

// heartbeat replay DATE: recomputes a UTC day from the log and compares every hash.

import type { DataFolder } from "../../config/data-folder.js";
import { HeartbeatError } from "../../errors.js";
import { firstDifference } from "../../replay/difference.js";
import { environmentDifference, environmentError } from "../../replay/environment.js";
import { type Recomputed, recompute, startBefore } from "../../replay/recompute.js";
import { StoredLog } from "../../replay/stored-log.js";
import { parseSpan } from "../../replay/time-range.js";
import { Progress } from "../progress.js";

/** @throws HB_USAGE, HB_LOG_OPEN, HB_LOG_CORRUPT, HB_REPLAY_DIFFERS, HB_REPLAY_ENVIRONMENT */
export async function replayDay(folder: DataFolder, date: string): Promise<void> {
  const range = parseSpan("DATE", date);
  const log = new StoredLog(folder);
  try {
    process.stdout.write(`${await compared(log, range, date)}\n`);
  } finally {
    await log.close();
  }
}

async function compared(log: StoredLog, range: ReturnType<typeof parseSpan>, date: string): Promise<string> {
  const beats = log.ordinals(range);
  if (beats === null) throw new HeartbeatError("HB_USAGE", `DATE: the log has no beat of ${date}`);
  const start = startBefore(log, beats.first);
  const pruned = log.pulses.pruned();
  if (start.state.seq < pruned) {
    throw new HeartbeatError("HB_PRUNED", `${date} can't be recomputed: pulses up to p${pruned} were pruned`);
  }
  const forgotten = log.snapshots.forgotten();
  let erased = 0;
  const progress = new Progress();
  const environments = new Set<string>();
  let count = 0;
  for await (const beat of recompute(log, start, beats.last, ({ message }) => warn(message))) {
    const { ordinal, id } = beat.stored.tick;
    progress.show((ordinal - start.ordinal) / (beats.last - start.ordinal), id);
    if (ordinal < beats.first) continue;
    const wasErased = forgotten.some(({ from, through }) => ordinal >= from && ordinal <= through);
    if (wasErased && beat.stored.hash !== beat.made.hash) {
      erased += 1;
      continue;
    }
    const environment = check(beat);
    if (environment !== null) environments.add(environment);
    count += 1;
  }
  progress.clear();
  const from = start.ordinal === 0 ? "the begin of the log" : log.record(start.ordinal).tick.id;
  const aside = [...environments].map((environment) => ` (though the environment differs: ${environment})`).join("");
  const gone = erased === 0 ? "" : `; of ${erased} more something was forgotten since: they can't be compared`;
  return `${date}: ${count} ${count === 1 ? "beat" : "beats"} recomputed from ${from}, every hash as stored${aside}${gone}`;
}

/** @returns what differs in the environment */
function check({ stored, made }: Recomputed): string | null {
  const { id, config } = stored.tick;
  const environment = environmentDifference({ ...stored, tokenizer: config.tokenizer });
  if (stored.hash === made.hash) return environment;
  if (environment !== null) throw environmentError(`${id}: ${environment}`);
  const difference = firstDifference(stored.snapshot, made.snapshot) ?? "the stored hash is not that of what is stored";
  throw new HeartbeatError("HB_REPLAY_DIFFERS", `${id} differs: ${difference}`, {
    hint: "`heartbeat verify` says whether the log is sound",
  });
}

function warn(message: string): void {
  process.stderr.write(`passed over: ${message}\n`);
}

// Recomputes stored beats from the log: from the nearest checkpoint before them, with the recorded ticks.

import { HeartbeatError } from "../errors.js";
import { decodeState } from "../pipeline/checkpoint.js";
import { digest } from "../pipeline/digest.js";
import { emptyState } from "../pipeline/state.js";
import type { SnapshotRecord } from "../pipeline/wire.js";
import { Player, type Start } from "./player.js";
import type { StoredLog } from "./stored-log.js";

/** Where recomputing begins: after the snapshot of `ordinal`, 0 for the begin of the log. */
export interface CheckpointStart extends Start {
  readonly ordinal: number;
}

export interface Recomputed {
  readonly stored: SnapshotRecord;
  readonly made: SnapshotRecord;
}

/** The nearest checkpoint before a snapshot that this version can read, else the begin of the log. */
export function startBefore(log: StoredLog, ordinal: number): CheckpointStart {
  const before = log.snapshots.checkpoints().filter((checkpoint) => checkpoint < ordinal);
  for (const checkpoint of before.reverse()) {
    const start = startAt(log, checkpoint);
    if (start !== undefined) return start;
  }
  return { state: emptyState(), chain: "", ordinal: 0 };
}

function startAt(log: StoredLog, ordinal: number): CheckpointStart | undefined {
  const text = soundCheckpoint(log, ordinal);
  const state = text === undefined ? undefined : decodeState(text);
  return state === undefined ? undefined : { state, chain: log.record(ordinal).chain, ordinal };
}

/** A damaged checkpoint is no loss: the one before it does. */
function soundCheckpoint(log: StoredLog, ordinal: number): string | undefined {
  try {
    return log.snapshots.checkpointOf(ordinal);
  } catch (error) {
    if (error instanceof HeartbeatError && error.code === "HB_LOG_CORRUPT") return undefined;
    throw error;
  }
}

/**
 * @param last ordinal of the last beat
 * @param onCorrupt is told of a damaged frame, which is passed over
 */
export async function* recompute(
  log: StoredLog,
  start: CheckpointStart,
  last: number,
  onCorrupt: (error: HeartbeatError) => void,
): AsyncGenerator<Recomputed, void> {
  const kept = new Set(log.snapshots.forgotten().map(({ through }) => through));
  let player = new Player(start);
  let seen = start.state.seq;
  for (let ordinal = start.ordinal + 1; ordinal <= last; ordinal++) {
    const stored = log.record(ordinal);
    for (const page of log.frames(seen, stored.tick.watermark, onCorrupt)) {
      player.take(digest(page), ...page.map(({ hash }) => hash));
    }
    seen = stored.tick.watermark;
    yield { stored, made: await player.tick(stored.tick) };
    // What came after was made from what was left when something was forgotten.
    const left = kept.has(ordinal) ? startAt(log, ordinal) : undefined;
    if (left !== undefined) player = new Player(left);
  }
}

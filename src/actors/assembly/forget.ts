// Forgetting: finds the pulses, takes what they said out of snapshots and checkpoints, then out of the pulses
// log; each writer overwrites what is free. In this order, because the lines are found by what the pulses said: broken off at any
// place, the same request again finds what is left and ends the rest.
//
//   find ─▶ records, checkpoints, free pages ─▶ collection: frames, free pages ─▶ answer

import type { ForgottenSpan } from "../../log/snapshot-values.js";
import type { ErasedRecord, SnapshotsLog } from "../../log/snapshots-log.js";
import { isCorrupt } from "../../log/snapshots-reader.js";
import type { Beat } from "../../pipeline/beat.js";
import { forgetInSnapshot, forgetInState } from "../../pipeline/forget-lines.js";
import type { ForgottenLines } from "../../pipeline/forgotten-lines.js";
import { type Encoding, loadCount } from "../../pipeline/tokens.js";
import { findForgotten } from "./find-forgotten.js";
import type { Parts } from "./follower.js";
import type { ForgetAnswer, ToForget } from "./protocol.js";
import { readRanks } from "./ranks.js";

/** Takes out of the pulses log what pulses said; by seq, a number for what it said. */
export type ErasePulses = (said: ReadonlyMap<number, number>) => Promise<void>;

export interface ErasableLogs {
  readonly snapshots: SnapshotsLog;
  readonly erase: ErasePulses;
}

export interface Forgetting {
  readonly what: ToForget;
  /** Pulses up to it are looked through. */
  readonly head: number;
  /** HISTORY now. */
  readonly beats: readonly Beat[];
  readonly logs: ErasableLogs;
}

/** @throws HeartbeatError HB_NO_REF, and what the logs can't be read or written for */
export async function forget(
  parts: Pick<Parts, "pulses" | "onCorrupt">,
  { what, head, beats, logs: { snapshots, erase } }: Forgetting,
): Promise<ForgetAnswer> {
  const gone = findForgotten(parts, what, head, beats);
  const span = { from: firstSeeing(snapshots, gone.first), through: snapshots.lastOrdinal() };
  const { changed, erased } = await eraseRecords(snapshots, parts.onCorrupt, span.from, gone);
  if (gone.said.size > 0) eraseCheckpoints(snapshots, span, gone);
  await snapshots.scrub(erased);
  await erase(gone.said);
  return { pulses: gone.said.size, snapshots: changed };
}

/** Ordinal of the first tick that had folded a pulse in, or one before; beyond the last where none has. */
function firstSeeing(snapshots: SnapshotsLog, seq: number): number {
  let low = 1;
  let high = snapshots.lastOrdinal() + 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (watermarkOf(snapshots, middle) >= seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

function watermarkOf(snapshots: SnapshotsLog, ordinal: number): number {
  try {
    return snapshots.record(ordinal)?.tick.watermark ?? 0;
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    return Number.POSITIVE_INFINITY;
  }
}

/** @returns how many records lost a line now, and the ordinals of all that did ever, from the day of `from` on */
async function eraseRecords(
  snapshots: SnapshotsLog,
  onCorrupt: Parts["onCorrupt"],
  from: number,
  gone: ForgottenLines,
): Promise<{ readonly changed: number; readonly erased: readonly number[] }> {
  const erased: number[] = [];
  let changed = 0;
  for (const day of snapshots.days(from, (error) => onCorrupt(error, 0))) {
    const records: ErasedRecord[] = [];
    const before = changed;
    for (const { record, face } of day) {
      const count = await loadCount(record.tick.config.tokenizer as Encoding, readRanks);
      const snapshot = forgetInSnapshot(record.snapshot, record.tick, gone, count);
      if (snapshot !== null) changed += 1;
      const isErased = snapshot !== null || face.erased;
      if (isErased) erased.push(record.tick.ordinal);
      records.push({ record: { ...record, snapshot: snapshot ?? record.snapshot }, erased: isErased });
    }
    if (changed > before) snapshots.rewrite(records);
  }
  return { changed, erased };
}

function eraseCheckpoints(snapshots: SnapshotsLog, span: ForgottenSpan, gone: ForgottenLines): void {
  snapshots.rewriteCheckpoints(span, (state) =>
    forgetInState(state, gone, (ordinal, window) => {
      try {
        return snapshots.record(ordinal)?.snapshot.windows.find((of) => of.window === window);
      } catch (error) {
        if (!isCorrupt(error)) throw error;
        return undefined;
      }
    }),
  );
}

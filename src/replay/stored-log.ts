// The log of a data folder, read by a command in a process of its own: the daemon may run meanwhile or not, and is not
// disturbed: the environments are opened read-only, and a page is read at a time.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DataFolder } from "../config/data-folder.js";
import { HeartbeatError } from "../errors.js";
import { PulsesReader, type ReadOptions, type StoredRecord } from "../log/pulses-reader.js";
import { SnapshotsReader } from "../log/snapshots-reader.js";
import { blockOf } from "../pipeline/beat-clock.js";
import type { SnapshotRecord } from "../pipeline/wire.js";
import type { TimeRange } from "./time-range.js";

/** Bytes of frames read at a time. */
const pageBytes = 1_048_576;
/** Block of the last id there can be. */
const lastBlock = blockOf(Date.UTC(2201, 0));

export class StoredLog {
  readonly pulses: PulsesReader;
  readonly snapshots: SnapshotsReader;

  /** @throws HB_LOG_OPEN, HB_FORMAT_NEWER, HB_FORMAT_OLDER */
  constructor({ log }: DataFolder) {
    const [pulses, snapshots] = [join(log, "pulses"), join(log, "snapshots")];
    if (!existsSync(pulses) || !existsSync(snapshots)) {
      throw new HeartbeatError("HB_LOG_OPEN", `there is no log in ${log}`, {
        hint: "give the data folder with --data; the daemon makes the log at its first start",
      });
    }
    this.pulses = new PulsesReader(pulses, { readOnly: true });
    this.snapshots = new SnapshotsReader(snapshots, { readOnly: true });
  }

  /** The frames after seq `after` up to seq `upTo`, a page at a time. */
  *frames(
    after: number,
    upTo: number,
    onCorrupt: NonNullable<ReadOptions["onCorrupt"]>,
  ): Generator<StoredRecord[], void> {
    let page: StoredRecord[];
    do {
      page = this.pulses.records(after, upTo, { maxBytes: pageBytes, onCorrupt });
      if (page.length > 0) yield page;
      after = page.at(-1)?.last ?? upTo;
    } while (page.length > 0 && after < upTo);
  }

  /** First and last ordinal of the beats in a range; `null` where there is none. */
  ordinals({ begin, end }: TimeRange): { readonly first: number; readonly last: number } | null {
    const from = { block: Math.max(0, blockOf(begin)), k: 0 };
    const to = Math.min(lastBlock, blockOf(end - 1));
    const found = this.snapshots.ordinals(from, to, Number.MAX_SAFE_INTEGER).sort((a, b) => a - b);
    const [first, last] = [found[0], found.at(-1)];
    return first === undefined || last === undefined ? null : { first, last };
  }

  /** @throws HB_LOG_CORRUPT if it is not there or damaged */
  record(ordinal: number): SnapshotRecord {
    const record = this.snapshots.record(ordinal);
    if (record !== undefined) return record;
    throw new HeartbeatError("HB_LOG_CORRUPT", `record ${ordinal} is missing from the snapshot log`, {
      hint: "`heartbeat verify` names what is damaged",
    });
  }

  async close(): Promise<void> {
    await this.pulses.close();
    await this.snapshots.close();
  }
}

// Both logs of the house in memory, behind the same methods that assembly uses: what a simulation of years needs instead
// of a disk. Of a record it keeps what the tests of time ask for.

import type { Parts } from "../../src/actors/assembly/follower.js";
import type { Instant } from "../../src/clock.js";
import { encodeFrame, hashOf } from "../../src/log/frame.js";
import type { StoredRecord } from "../../src/log/pulses-reader.js";
import type { Notes, TickWrite } from "../../src/log/snapshots-log.js";
import { blockOf } from "../../src/pipeline/beat-clock.js";
import type { Pulse } from "../../src/pipeline/pulse.js";
import type { Tick } from "../../src/pipeline/tick.js";
import type { SnapshotRecord } from "../../src/pipeline/wire.js";

export interface KeptRecord
  extends Notes,
    Pick<Tick, "ordinal" | "id" | "instant" | "epoch" | "kind" | "zone" | "watermark"> {
  readonly text: string;
}

export class MemoryLog implements Pick<Parts, "pulses" | "snapshots"> {
  /** One a snapshot, in the order of the log. */
  readonly records: KeptRecord[] = [];
  readonly #frames: StoredRecord[] = [];
  readonly #usedIds = new Map<number, number>();
  #last: SnapshotRecord | undefined;
  #state: string | undefined;
  #lastReceipt: Instant | null = null;

  /** Seq of the newest pulse. */
  get head(): number {
    return this.#frames.length;
  }

  get lastReceipt(): Instant | null {
    return this.#lastReceipt;
  }

  take(pulse: Pulse, { time, epoch }: Instant): void {
    const record = encodeFrame({ receivedAt: time, epoch, pulses: [pulse] });
    const seq = this.head + 1;
    this.#frames.push({ first: seq, last: seq, hash: hashOf(record), record });
    this.#lastReceipt = { time, epoch };
  }

  readonly pulses: Parts["pulses"] = { records: (after, upTo) => this.#frames.slice(after, upTo) };

  readonly snapshots: Parts["snapshots"] = {
    last: () => this.#last,
    lastOrdinal: () => this.#last?.tick.ordinal ?? 0,
    records: () => [],
    checkpointPlaces: () => (this.#last === undefined ? [] : [{ ordinal: this.#last.tick.ordinal, seq: 0 }]),
    checkpointAt: () => this.#state,
    putCheckpoint: () => {},
    reopen: async () => {},
    freeId: (block, from) => Math.max(from, (this.#usedIds.get(block) ?? -1) + 1),
    append: (write) => this.#append(write),
  };

  #append({ record, k, notes, state }: TickWrite): void {
    const { ordinal, id, instant, epoch, kind, zone, watermark } = record.tick;
    const text = record.snapshot.windows[0]?.text ?? "";
    this.records.push({ ordinal, id, instant, epoch, kind, zone, watermark, text, ...notes });
    this.#usedIds.set(blockOf(instant), k);
    this.#last = record;
    this.#state = state;
  }
}

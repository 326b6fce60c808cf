// The fold's state as the assembly actor holds it: it follows the pulses log, and where there is none it is brought back
// from the nearest checkpoint that can be read; ticks after that are stepped again from their records. So a damaged
// checkpoint, or one of another version, costs time and nothing else.
//
//   checkpoint ──▶ fold to the next tick's watermark ──▶ step ──▶ … last tick ──▶ fold as the head moves ──▶ `take`

import { createHash } from "node:crypto";
import { HeartbeatError } from "../../errors.js";
import type { PulsesReader, ReadOptions } from "../../log/pulses-reader.js";
import type { CheckpointPlace } from "../../log/snapshot-values.js";
import type { SnapshotsLog } from "../../log/snapshots-log.js";
import { isCorrupt, type ReadRecord } from "../../log/snapshots-reader.js";
import type { Beat } from "../../pipeline/beat.js";
import { decodeState, encodeState } from "../../pipeline/checkpoint.js";
import { fold } from "../../pipeline/fold.js";
import { emptyState, type State } from "../../pipeline/state.js";
import { loadStep } from "../../pipeline/step.js";
import type { Tick } from "../../pipeline/tick.js";
import type { Encoding } from "../../pipeline/tokens.js";
import type { Classification } from "../classification/client.js";
import { readRanks } from "./ranks.js";

/** Bytes of frames read, classified and folded at a time. */
const pageBytes = 2 * 1_024 * 1_024;
/** Records stepped again at a time. */
const recordsAtOnce = 64;
const defaultCheckpointPulses = 250_000;

export interface Parts {
  readonly pulses: Pick<PulsesReader, "records">;
  readonly snapshots: Pick<
    SnapshotsLog,
    | "append"
    | "checkpointAt"
    | "checkpointPlaces"
    | "freeId"
    | "last"
    | "lastOrdinal"
    | "putCheckpoint"
    | "records"
    | "reopen"
  >;
  readonly classification: Pick<Classification, "classify">;
  /** A damaged record or checkpoint was passed over. */
  readonly onCorrupt: NonNullable<ReadOptions["onCorrupt"]>;
  /** A checkpoint between two ticks could not be stored: a restart takes longer. */
  readonly onUnkept: (error: unknown) => void;
  /** Between two ticks a checkpoint is kept whenever so many pulses were folded since the last one. Default 250,000. */
  readonly checkpointPulses?: number;
}

/** The last tick, as far as the follower needs it. */
export interface LastTick {
  readonly ordinal: number;
  readonly watermark: number;
}

export class Follower {
  readonly #parts: Parts;
  #state: State | undefined;
  #cursor = 0;
  /** Of the last tick in the state. */
  #ordinal = 0;
  /** Seq of the newest checkpoint. */
  #kept = 0;
  /** Of the frames since the last tick. */
  #frames = createHash("sha256");
  #last: LastTick;

  constructor(parts: Parts, last: LastTick) {
    this.#parts = parts;
    this.#last = last;
  }

  /** Folds what the log holds up to `head`. */
  async foldTo(head: number): Promise<void> {
    if (this.#state === undefined) await this.#restore();
    await this.#fold(head);
  }

  /** Hands over the state for a step; then there is none, until `ticked`. With it the hash of the frames it was made of. */
  take(): { readonly state: State; readonly frames: string } {
    const state = this.#state;
    if (state === undefined) throw new HeartbeatError("HB_INTERNAL", "there is no state to take: fold first");
    this.#state = undefined;
    return { state, frames: this.#frames.copy().digest("hex") };
  }

  /** HISTORY, as far as it was folded. */
  get beats(): readonly Beat[] {
    return this.#state?.beats ?? [];
  }

  /** What was folded is no longer what the log says: it is brought back from there. */
  restart(): void {
    this.#state = undefined;
  }

  /** The tick is stored, with a checkpoint of this state. */
  ticked(state: State, last: LastTick): void {
    this.#state = state;
    this.#last = last;
    this.#ordinal = last.ordinal;
    this.#kept = state.seq;
    this.#frames = createHash("sha256");
  }

  async #fold(head: number): Promise<void> {
    const { pulses, classification, onCorrupt } = this.#parts;
    while (this.#cursor < head) {
      const page = pulses.records(this.#cursor, head, { maxBytes: pageBytes, onCorrupt });
      const digests = await classification.classify(page);
      for (const { hash } of page) this.#frames.update(hash);
      this.#state = fold(this.#state as State, digests);
      this.#cursor = digests.at(-1)?.seq ?? head;
      this.#keep();
    }
  }

  #keep(): void {
    const state = this.#state as State;
    if (state.seq - this.#kept < (this.#parts.checkpointPulses ?? defaultCheckpointPulses)) return;
    this.#kept = state.seq;
    try {
      this.#parts.snapshots.putCheckpoint({ ordinal: this.#ordinal, seq: state.seq }, encodeState(state));
    } catch (error) {
      this.#parts.onUnkept(error);
    }
  }

  async #restore(): Promise<void> {
    const { state, place } = this.#nearest();
    this.#state = state;
    this.#cursor = state.seq;
    this.#ordinal = place.ordinal;
    this.#kept = state.seq;
    try {
      for (let next = place.ordinal + 1; next <= this.#last.ordinal; ) {
        const page = this.#records(next);
        for (const { record } of page) await this.#stepAgain(record.tick);
        next += Math.max(1, page.length);
      }
      this.#frames = this.#framesSince(this.#last.watermark);
    } catch (error) {
      this.#state = undefined;
      throw error;
    }
  }

  async #stepAgain(tick: Tick): Promise<void> {
    await this.#fold(tick.watermark);
    const step = await loadStep(tick.config.tokenizer as Encoding, readRanks);
    this.#state = step(this.#state as State, tick).state;
    this.#ordinal = tick.ordinal;
  }

  /** Empty where the first of them can't be read. */
  #records(from: number): readonly ReadRecord[] {
    const { snapshots, onCorrupt } = this.#parts;
    try {
      return snapshots.records(from, recordsAtOnce);
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      onCorrupt(error, 0);
      return [];
    }
  }

  /** The newest checkpoint that can be read; an empty state before the first tick where there is none. */
  #nearest(): { readonly state: State; readonly place: CheckpointPlace } {
    const { snapshots, onCorrupt } = this.#parts;
    for (const place of [...snapshots.checkpointPlaces()].reverse()) {
      try {
        const state = decodeState(snapshots.checkpointAt(place) ?? "");
        if (state !== undefined) return { state, place };
      } catch (error) {
        if (!isCorrupt(error)) throw error;
        onCorrupt(error, place.seq);
      }
    }
    return { state: emptyState(), place: { ordinal: 0, seq: 0 } };
  }

  /** Of the frames from there to where the state stands. */
  #framesSince(watermark: number): ReturnType<typeof createHash> {
    const hash = createHash("sha256");
    const { pulses, onCorrupt } = this.#parts;
    for (let at = watermark; at < this.#cursor; ) {
      const page = pulses.records(at, this.#cursor, { maxBytes: pageBytes, onCorrupt });
      for (const record of page) hash.update(record.hash);
      at = page.at(-1)?.last ?? this.#cursor;
    }
    return hash;
  }
}

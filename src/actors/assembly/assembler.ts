// What the assembly actor does: follows the pulses log with the fold, and at each tick makes, stores and hands out a
// snapshot. One thing at a time, in order of arrival; nothing is handed out before it is durable.

import { createHash } from "node:crypto";
import type { PulsesReader, ReadOptions } from "../../log/pulses-reader.js";
import type { SnapshotsLog } from "../../log/snapshots-log.js";
import { beatId, blockOf } from "../../pipeline/beat-clock.js";
import { decodeState, encodeState } from "../../pipeline/checkpoint.js";
import { fold } from "../../pipeline/fold.js";
import { emptyState, type State } from "../../pipeline/state.js";
import { createStep } from "../../pipeline/step.js";
import type { FoldSettings, Tick } from "../../pipeline/tick.js";
import { type Encoding, loadCount } from "../../pipeline/tokens.js";
import type { SnapshotRecord } from "../../pipeline/wire.js";
import type { Classification } from "../classification/client.js";
import type { TickAnswer, TickRequest } from "./protocol.js";
import { answerOf, notesBefore, recordOf } from "./record.js";

/** Bytes of frames read, classified and folded at a time. */
const pageBytes = 2 * 1_024 * 1_024;

export interface Parts {
  readonly pulses: PulsesReader;
  readonly snapshots: SnapshotsLog;
  readonly classification: Classification;
  /** A damaged record was passed over. */
  readonly onCorrupt: NonNullable<ReadOptions["onCorrupt"]>;
}

/** A snapshot that is durable. */
export interface MadeSnapshot {
  readonly answer: TickAnswer;
  readonly record: SnapshotRecord;
}

export class Assembler {
  readonly #parts: Parts;
  #state: State;
  #last: SnapshotRecord | undefined;
  /** Of the frames since the last snapshot. */
  #framesHash = createHash("sha256");
  #cursor: number;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#state = storedState(parts.snapshots);
    this.#last = parts.snapshots.last();
    this.#cursor = this.#state.seq;
  }

  get last(): SnapshotRecord | undefined {
    return this.#last;
  }

  /** Highest seq folded in. */
  get watermark(): number {
    return this.#state.seq;
  }

  /** Folds what the log holds up to `head`. */
  follow(head: number): Promise<void> {
    return this.#inOrder(() => this.#foldTo(head));
  }

  /** Makes the snapshot of a tick. Resolves when it is durable; if that fails the last one stays. */
  tick(request: TickRequest): Promise<MadeSnapshot> {
    return this.#inOrder(() => this.#tick(request));
  }

  /** Waits for what is under way. */
  async idle(): Promise<void> {
    await this.#queue.catch(() => undefined);
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work, work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #foldTo(head: number): Promise<void> {
    const { pulses, classification, onCorrupt } = this.#parts;
    while (this.#cursor < head) {
      const page = pulses.records(this.#cursor, head, { maxBytes: pageBytes, onCorrupt });
      const digests = await classification.classify(page);
      for (const { hash } of page) this.#framesHash.update(hash);
      this.#state = fold(this.#state, digests);
      this.#cursor = digests.at(-1)?.seq ?? head;
    }
  }

  async #tick(request: TickRequest): Promise<MadeSnapshot> {
    const started = performance.now();
    await this.#foldTo(request.watermark);
    const block = blockOf(request.instant);
    const k = this.#parts.snapshots.freeId(block, request.kind === "forced" ? 1 : 0);
    const tick = this.#tickOf(request, beatId(block, k));
    const step = createStep(await loadCount(tick.config.tokenizer as Encoding));
    const frames = this.#framesHash.copy().digest("hex");
    try {
      const { state, snapshot } = step(this.#state, tick);
      const record = recordOf(tick, request, frames, snapshot, this.#last);
      const notes = notesBefore(tick, this.#last, request.gapReason);
      this.#parts.snapshots.append({ record, request, k, notes, state: encodeState(state) });
      this.#state = state;
      this.#last = record;
      this.#framesHash = createHash("sha256");
      return { answer: answerOf(record, notes, performance.now() - started), record };
    } catch (error) {
      this.#rewind();
      throw error;
    }
  }

  #tickOf({ kind, instant, epoch, zone, offsets, intentions, config }: TickRequest, id: string): Tick {
    const ordinal = (this.#last?.tick.ordinal ?? 0) + 1;
    const watermark = this.#state.seq;
    const settings = JSON.parse(config) as FoldSettings;
    return { ordinal, id, instant, epoch, kind, zone, offsets, watermark, intentions, config: settings };
  }

  /** The step has used up the state: back to the last checkpoint; what came since is folded again. */
  #rewind(): void {
    this.#state = storedState(this.#parts.snapshots);
    this.#cursor = this.#state.seq;
    this.#framesHash = createHash("sha256");
  }
}

/** The state of the last checkpoint; the empty one where there is none that this version reads. */
export function storedState(snapshots: SnapshotsLog): State {
  const checkpoint = snapshots.checkpoint();
  return (checkpoint === undefined ? undefined : decodeState(checkpoint)) ?? emptyState();
}

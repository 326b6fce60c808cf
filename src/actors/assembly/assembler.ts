// What the assembly actor does: follows the pulses log with the fold, and at each tick makes, stores and hands out a
// snapshot. One thing at a time, in order of arrival; nothing is handed out before it is durable.

import type { TickWrite } from "../../log/snapshots-log.js";
import { beatId, blockOf } from "../../pipeline/beat-clock.js";
import { encodeState } from "../../pipeline/checkpoint.js";
import { loadStep } from "../../pipeline/step.js";
import type { FoldSettings, Tick } from "../../pipeline/tick.js";
import type { Encoding } from "../../pipeline/tokens.js";
import type { SnapshotRecord } from "../../pipeline/wire.js";
import { Follower, type Parts } from "./follower.js";
import { type ErasableLogs, forget } from "./forget.js";
import type { ForgetAnswer, TickAnswer, TickRequest, ToForget } from "./protocol.js";
import { readRanks } from "./ranks.js";
import { answerOf, notesBefore, recordOf } from "./record.js";

/** A snapshot that is durable. */
export interface MadeSnapshot {
  readonly answer: TickAnswer;
  readonly record: SnapshotRecord;
}

export class Assembler {
  readonly #parts: Parts;
  readonly #follower: Follower;
  #last: SnapshotRecord | undefined;
  /** Of the newest record, also one that can't be read. */
  #ordinal: number;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#last = parts.snapshots.last((error) => parts.onCorrupt(error, 0));
    this.#ordinal = parts.snapshots.lastOrdinal();
    this.#follower = new Follower(parts, { ordinal: this.#ordinal, watermark: this.#last?.tick.watermark ?? 0 });
  }

  get last(): SnapshotRecord | undefined {
    return this.#last;
  }

  /** Folds what the log holds up to `head`. */
  follow(head: number): Promise<void> {
    return this.#inOrder(() => this.#follower.foldTo(head));
  }

  /** Makes the snapshot of a tick. Resolves when it is durable; if that fails the last one stays. */
  tick(request: TickRequest): Promise<MadeSnapshot> {
    return this.#inOrder(() => this.#tick(request));
  }

  /**
   * Forgets pulses wherever they are kept. Nothing is folded meanwhile; rejected, it can be asked again and goes on.
   * `last` is the newest snapshot without it then.
   */
  forget(what: ToForget, head: number, logs: ErasableLogs): Promise<ForgetAnswer> {
    return this.#inOrder(async () => {
      await this.#follower.foldTo(head);
      const { beats } = this.#follower;
      try {
        return await forget(this.#parts, { what, head, beats, logs });
      } finally {
        this.#follower.restart();
        this.#last = this.#parts.snapshots.last((error) => this.#parts.onCorrupt(error, 0));
      }
    });
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

  /** A step uses up the state: if what follows fails, the follower brings it back from the last checkpoint. */
  async #tick(request: TickRequest): Promise<MadeSnapshot> {
    const started = performance.now();
    const { snapshots } = this.#parts;
    await this.#follower.foldTo(request.watermark);
    const config = JSON.parse(request.config) as FoldSettings;
    const step = await loadStep(config.tokenizer as Encoding, readRanks);
    const k = snapshots.freeId(blockOf(request.instant), request.kind === "forced" ? 1 : 0);
    const { state: taken, frames } = this.#follower.take();
    const tick = this.#tickOf(request, config, k, taken.seq);
    const { state, snapshot } = step(taken, tick);
    const record = recordOf(tick, request, frames, snapshot, this.#last);
    const notes = notesBefore(tick, this.#last, request.gapReason);
    await this.#store({ record, request, k, notes, state: encodeState(state) });
    this.#follower.ticked(state, tick);
    this.#ordinal = tick.ordinal;
    this.#last = record;
    return { answer: answerOf(record, notes, performance.now() - started), record };
  }

  async #store(write: TickWrite): Promise<void> {
    const { snapshots } = this.#parts;
    try {
      snapshots.append(write);
    } catch (error) {
      if ((error as { code?: unknown }).code === "HB_LOG_IO") await snapshots.reopen();
      throw error;
    }
  }

  #tickOf(request: TickRequest, config: FoldSettings, k: number, watermark: number): Tick {
    const { kind, instant, epoch, zone, offsets, intentions } = request;
    const id = beatId(blockOf(instant), k);
    return { ordinal: this.#ordinal + 1, id, instant, epoch, kind, zone, offsets, watermark, intentions, config };
  }
}

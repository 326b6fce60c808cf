// The past, recomputed: from the nearest checkpoint on, the same frames and ticks through the same fold. Nothing is
// written, no token is counted. Long ways are taken in steps, so that the thread can be told to close in between.

import { setImmediate as nextTurn } from "node:timers/promises";
import { HeartbeatError } from "../../errors.js";
import type { PulsesReader, ReadOptions } from "../../log/pulses-reader.js";
import { isCorrupt, type SnapshotsReader } from "../../log/snapshots-reader.js";
import { decodeState } from "../../pipeline/checkpoint.js";
import { digest, type PulseDigest } from "../../pipeline/digest.js";
import { fold } from "../../pipeline/fold.js";
import { decodeFrame } from "../../pipeline/frame.js";
import { type PulseLine, pulseLines } from "../../pipeline/pulse-line.js";
import { emptyState, type State } from "../../pipeline/state.js";
import { type Advanced, advance } from "../../pipeline/step.js";
import { holds, Tracer } from "../../pipeline/trace.js";
import type { SnapshotRecord } from "../../pipeline/wire.js";

/** Of the frames of one page of pulses. */
const pageBytes = 1_048_576;

export interface PastParts {
  readonly pulses: PulsesReader;
  readonly snapshots: SnapshotsReader;
  readonly onCorrupt: NonNullable<ReadOptions["onCorrupt"]>;
  /** True: the thread is to end; what runs is given up. */
  readonly isClosing: () => boolean;
}

/** The state after a tick. */
export interface Moment {
  readonly ordinal: number;
  readonly state: State;
}

/** A subject that is followed, and the tick up to which it was. */
export interface Following {
  readonly tracer: Tracer;
  readonly ordinal: number;
}

export class Past {
  readonly #parts: PastParts;

  constructor(parts: PastParts) {
    this.#parts = parts;
  }

  /** @throws HB_LOG_CORRUPT where the log has a hole */
  record(ordinal: number): SnapshotRecord {
    const record = this.#parts.snapshots.record(ordinal);
    if (record !== undefined) return record;
    throw new HeartbeatError("HB_LOG_CORRUPT", `snapshot ${ordinal} is missing from the log`);
  }

  /** The pulses after `after`, at most `limit`, of frames of about `pageBytes` at most. */
  page(after: number, limit: number): PulseLine[] {
    const { pulses, onCorrupt } = this.#parts;
    const page = pulses.records(after, Number.MAX_SAFE_INTEGER - 1, { maxBytes: pageBytes, onCorrupt });
    const lines = page.flatMap(({ record, first }) => pulseLines(decodeFrame(record, first)));
    return lines.filter(({ seq }) => seq > after).slice(0, limit);
  }

  /** The pulses `first` to `last` that are there, in order, at most `limit`. */
  pulses(first: number, last: number, limit: number, belongs: (line: PulseLine) => boolean = () => true): PulseLine[] {
    const found: PulseLine[] = [];
    let after = first - 1;
    while (after < last && found.length < limit) {
      const page = this.#parts.pulses.records(after, last, { onCorrupt: this.#parts.onCorrupt });
      for (const record of page) {
        const lines = pulseLines(decodeFrame(record.record, record.first));
        found.push(...lines.filter((line) => line.seq > after && line.seq <= last && belongs(line)));
      }
      after = page.at(-1)?.last ?? last;
    }
    return found.slice(0, limit);
  }

  /** Ordinal of the first tick that had folded that pulse in; `undefined` while none has. */
  firstSeeing(seq: number): number | undefined {
    const last = this.#parts.snapshots.lastOrdinal();
    const found = firstWhere(1, last, (ordinal) => this.record(ordinal).tick.watermark >= seq);
    return found > last ? undefined : found;
  }

  /** The newest checkpoint before a tick that can be read; the beginning where there is none. */
  before(ordinal: number): Moment {
    for (const kept of this.#parts.snapshots.checkpoints().toReversed()) {
      if (kept >= ordinal) continue;
      const state = this.#checkpoint(kept);
      if (state !== undefined) return { ordinal: kept, state };
    }
    return { ordinal: 0, state: emptyState() };
  }

  /** Follows a pulse from where it came in to the first tick that saw it. */
  async followPulse(seq: number, firstTick: number): Promise<Following> {
    const { state } = await this.#run(this.before(firstTick), firstTick - 1);
    const { tick } = this.record(firstTick);
    let tracer: Tracer | undefined;
    for await (const digests of this.#digests(state.seq, tick.watermark)) {
      const index = digests.findIndex((pulse) => pulse.seq === seq);
      if (tracer !== undefined) tracer.take(digests);
      else if (index < 0) fold(state, digests);
      else {
        fold(state, digests.slice(0, index));
        tracer = Tracer.pulse(state, digests[index] as PulseDigest);
        tracer.take(digests.slice(index + 1));
      }
    }
    if (tracer === undefined) throw new HeartbeatError("HB_LOG_CORRUPT", `pulse p${seq} can't be read from the log`);
    tracer.tick(tick);
    return { tracer, ordinal: firstTick };
  }

  /** Follows on to the tick `to`, or until nothing can move it; where a later checkpoint still has it, from there. */
  async follow({ tracer, ordinal }: Following, to: number): Promise<Following> {
    let at = ordinal;
    let looked = "";
    while (at < to && !tracer.isSettled) {
      const where = JSON.stringify(tracer.trace.standing);
      const later = where === looked ? undefined : this.#lastHolding(tracer, at, to);
      looked = where;
      if (later !== undefined) {
        tracer.resume(later.state);
        at = later.ordinal;
      } else {
        at += 1;
        await this.#tick(tracer, at);
      }
    }
    return { tracer, ordinal: at };
  }

  /** Follows on, tick by tick. @param records those after it, without a hole; `each` is called after each of them */
  async watch(
    { tracer }: Following,
    records: readonly SnapshotRecord[],
    each: (record: SnapshotRecord) => void,
  ): Promise<void> {
    for (const record of records) {
      await this.#tick(tracer, record.tick.ordinal);
      each(record);
    }
  }

  /** The first tick after which `isSo` holds; it must hold from then on. @param seen gets what that tick did */
  async firstMoment(isSo: (state: State) => boolean, seen: (advanced: Advanced) => void): Promise<Moment | undefined> {
    const kept = this.#parts.snapshots.checkpoints();
    const holdsAt = (index: number): boolean => {
      const state = this.#checkpoint(kept[index] as number);
      return state !== undefined && isSo(state);
    };
    const index = firstWhere(0, kept.length - 1, holdsAt);
    let { ordinal, state } = this.before(kept[index] ?? Number.POSITIVE_INFINITY);
    const last = this.#parts.snapshots.lastOrdinal();
    while (ordinal < last) {
      ordinal += 1;
      let did: Advanced | undefined;
      ({ state } = await this.#run({ ordinal: ordinal - 1, state }, ordinal, (advanced) => {
        did = advanced;
      }));
      if (!isSo(state)) continue;
      if (did !== undefined) seen(did);
      return { ordinal, state };
    }
    return undefined;
  }

  /** The last checkpoint after `from`, up to `to`, whose state still has it where it stands. */
  #lastHolding(tracer: Tracer, from: number, to: number): Moment | undefined {
    const kept = this.#parts.snapshots.checkpoints().filter((ordinal) => ordinal > from && ordinal <= to);
    let found: Moment | undefined;
    firstWhere(0, kept.length - 1, (index) => {
      const ordinal = kept[index] as number;
      const state = this.#checkpoint(ordinal);
      if (state === undefined || !holds(state, tracer.trace.standing)) return true;
      found = { ordinal, state };
      return false;
    });
    return found;
  }

  async #tick(tracer: Tracer, ordinal: number): Promise<void> {
    const { tick } = this.record(ordinal);
    for await (const digests of this.#digests(tracer.state.seq, tick.watermark)) tracer.take(digests);
    tracer.tick(tick);
  }

  async #run(from: Moment, to: number, seen: (advanced: Advanced) => void = () => {}): Promise<Moment> {
    for (let ordinal = from.ordinal + 1; ordinal <= to; ordinal++) {
      const { tick } = this.record(ordinal);
      for await (const digests of this.#digests(from.state.seq, tick.watermark)) fold(from.state, digests);
      seen(advance(from.state, tick));
    }
    return { ordinal: to, state: from.state };
  }

  async *#digests(after: number, upTo: number): AsyncIterable<readonly PulseDigest[]> {
    const { pulses, onCorrupt, isClosing } = this.#parts;
    let cursor = after;
    do {
      await nextTurn();
      if (isClosing()) throw new HeartbeatError("HB_UNAVAILABLE", "the daemon is stopping");
      const page = pulses.records(cursor, upTo, { onCorrupt });
      if (page.length > 0) yield digest(page);
      cursor = page.at(-1)?.last ?? upTo;
    } while (cursor < upTo);
  }

  /** `undefined` for one that can't be read: an earlier one does too. */
  #checkpoint(ordinal: number): State | undefined {
    try {
      const text = this.#parts.snapshots.checkpointOf(ordinal);
      return text === undefined ? undefined : decodeState(text);
    } catch (error) {
      if (isCorrupt(error)) return undefined;
      throw error;
    }
  }
}

/** The first of `from` … `to` for which `isSo` holds, which it does from there on; `to + 1` where it never does. */
function firstWhere(from: number, to: number, isSo: (index: number) => boolean): number {
  let low = from;
  let high = to + 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

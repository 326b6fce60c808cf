// Reads the snapshot log, from any thread. What is handed out is a copy. A record needs its day's records before it, so
// going forward is quick: what was read last is kept, and dropped if it was written anew meanwhile.
//
//   records      ordinal → a record (`snapshot-record.ts`)
//   texts        sha256  → version, a text of intentions or configuration
//   ids          block · 2¹⁶ + k → version, ordinal: whose id it is (k is 0 for `NNN`, k for `NNN.k`)
//   checkpoints  ordinal, seq → sealed: whether it is the first of its UTC day, deflated state; seq is 0 right after
//                the tick of that ordinal, else the last pulse that was folded in after it
//   latest       newest ordinal → sealed, deflated JSON of its whole record: what a start serves without its day
//   meta         "forgotten" → sealed JSON of spans of ordinals (`ForgottenSpan`)
//   notes        ordinal of the snapshot after it → sealed JSON of a gap or a clock step

import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { HeartbeatError } from "../errors.js";
import type { SnapshotRecord } from "../pipeline/wire.js";
import { Environment, type EnvironmentOptions, type Table } from "./environment.js";
import { keyNumber, numberKey } from "./keys.js";
import { damaged } from "./sealed.js";
import { RecordDay, type RecordFace, readFace } from "./snapshot-record.js";
import {
  type CheckpointPlace,
  checkpointBody,
  type ForgottenSpan,
  forgottenKey,
  idKey,
  idsPerBlock,
  type Notes,
  placeKey,
  placeOf,
  unpackForgotten,
  unpackLatest,
  unpackNotes,
  unversioned,
} from "./snapshot-values.js";
import { snapshotsFormat } from "./snapshots-format.js";

/** A record as it was read. */
export interface ReadRecord {
  readonly record: SnapshotRecord;
  readonly face: RecordFace;
}

/** The records of a day that were read one after the other, from its base. */
interface Walk {
  readonly base: number;
  readonly values: Buffer[];
  readonly day: RecordDay;
}

interface SnapshotTables {
  readonly environment: Environment;
  readonly records: Table;
  readonly texts: Table;
  readonly ids: Table;
  readonly checkpoints: Table;
  readonly notes: Table;
  /** Missing where a log from before there was one is only read. */
  readonly latest: Table | undefined;
}

export function openTables(folder: string, options: EnvironmentOptions): SnapshotTables {
  const environment = new Environment(folder, snapshotsFormat, options);
  return {
    environment,
    records: environment.table("records"),
    texts: environment.table("texts"),
    ids: environment.table("ids"),
    checkpoints: environment.table("checkpoints"),
    notes: environment.table("notes"),
    latest: environment.table("latest"),
  };
}

export class SnapshotsReader {
  protected log: SnapshotTables;
  #walk: Walk | undefined;

  /** @throws HeartbeatError HB_LOG_OPEN, HB_FORMAT_NEWER, HB_FORMAT_OLDER */
  constructor(folder: string, options: EnvironmentOptions = {}) {
    this.log = openTables(folder, options);
  }

  /** Ordinal of the newest record; 0 in an empty log. */
  lastOrdinal(): number {
    return this.log.environment.read(() => {
      for (const key of this.log.records.getKeys({ reverse: true, limit: 1 })) return keyNumber(key);
      return 0;
    });
  }

  /**
   * The newest record that can be read; `undefined` in an empty log.
   * @param onCorrupt is told of a newer one that can't; without it that is thrown
   */
  last(onCorrupt?: (error: HeartbeatError) => void): SnapshotRecord | undefined {
    for (let ordinal = this.lastOrdinal(); ordinal > 0; ordinal--) {
      try {
        return this.#latestOf(ordinal) ?? this.record(ordinal);
      } catch (error) {
        if (onCorrupt === undefined || !isCorrupt(error)) throw error;
        onCorrupt(error);
      }
    }
    return undefined;
  }

  /** The newest record from where it is kept whole; `undefined` where it is not. @throws HeartbeatError HB_LOG_CORRUPT */
  latest(): SnapshotRecord | undefined {
    return this.log.environment.read(() => {
      const value = this.log.latest?.get(numberKey(this.lastOrdinal()));
      return value === undefined ? undefined : unpackLatest(value, (hash) => this.#textOf(hash));
    });
  }

  /** @throws HeartbeatError HB_LOG_CORRUPT naming what is damaged: it, one before it on its day, or one of its texts */
  record(ordinal: number): SnapshotRecord | undefined {
    return this.records(ordinal, 1)[0]?.record;
  }

  /**
   * At most `count` records from `ordinal` on, ascending; they end before one that can't be read.
   * @throws as `record` does, if that is the first
   */
  records(ordinal: number, count: number): readonly ReadRecord[] {
    return this.log.environment.read(() => {
      const read: ReadRecord[] = [];
      try {
        for (let next = ordinal; next < ordinal + count; next++) {
          const record = this.#read(next);
          if (record === undefined) break;
          read.push(record);
        }
      } catch (error) {
        if (read.length === 0 || !isCorrupt(error)) throw error;
      }
      return read;
    });
  }

  /** What happened between the snapshot of that ordinal and the one before it. */
  notes(ordinal: number): Notes {
    const value = this.log.environment.read(() => this.log.notes.get(numberKey(ordinal)));
    if (value === undefined) return {};
    return unpackNotes(value, ordinal);
  }

  /** Ordinals of the snapshots with ids from `from` to the end of `lastBlock`, in the order of ids. */
  ordinals(from: { readonly block: number; readonly k: number }, lastBlock: number, limit: number): number[] {
    const range = { start: idKey(from.block, from.k), end: idKey(lastBlock + 1, 0), limit };
    return this.log.environment.read(() => [
      ...this.log.ids.getRange(range).map(({ value }) => keyNumber(value.subarray(1))),
    ]);
  }

  /** Smallest k at or above `from` that lies above every id of the block. */
  freeId(block: number, from: number): number {
    const base = block * idsPerBlock;
    const range = { start: numberKey(base + idsPerBlock - 1), end: numberKey(base - 1), reverse: true, limit: 1 };
    return this.log.environment.read(() => {
      for (const key of this.log.ids.getKeys(range)) return Math.max(from, keyNumber(key) - base + 1);
      return from;
    });
  }

  /** The ordinal that an id is stored with. @throws HeartbeatError HB_LOG_CORRUPT */
  ownerOf(block: number, k: number): number | undefined {
    const value = this.log.environment.read(() => this.log.ids.get(idKey(block, k)));
    return value === undefined ? undefined : keyNumber(unversioned(value, `the id of block ${block}, ${k}`));
  }

  /** Hashes of all texts that are stored. */
  textHashes(): readonly string[] {
    return this.log.environment.read(() => [
      ...this.log.texts.getKeys().map((key) => Buffer.from(key).toString("hex")),
    ]);
  }

  /** A text of intentions or configuration. @throws HeartbeatError HB_LOG_CORRUPT */
  text(hash: string): string {
    return this.log.environment.read(() => this.#textOf(hash));
  }

  /** Where checkpoints stand, ascending. */
  checkpointPlaces(): readonly CheckpointPlace[] {
    return this.log.environment.read(() => [...this.log.checkpoints.getKeys().map(placeOf)]);
  }

  /** Ordinals of the ticks right after which a checkpoint was kept, ascending. */
  checkpoints(): readonly number[] {
    return this.checkpointPlaces()
      .filter(({ seq }) => seq === 0)
      .map(({ ordinal }) => ordinal);
  }

  /** The state right after the tick of that ordinal; `undefined` where none is kept. */
  checkpointOf(ordinal: number): string | undefined {
    return this.checkpointAt({ ordinal, seq: 0 });
  }

  /** @throws HeartbeatError HB_LOG_CORRUPT */
  checkpointAt(place: CheckpointPlace): string | undefined {
    const value = this.log.environment.read(() => this.log.checkpoints.get(placeKey(place)));
    return value === undefined ? undefined : inflateRawSync(checkpointBody(value, place).subarray(1)).toString();
  }

  /** Ascending, none within another. @throws HeartbeatError HB_LOG_CORRUPT */
  forgotten(): readonly ForgottenSpan[] {
    const value = this.log.environment.read(() => this.log.environment.table("meta").get(forgottenKey));
    return value === undefined ? [] : unpackForgotten(value);
  }

  usedBytes(): number {
    return this.log.environment.usedBytes();
  }

  async close(): Promise<void> {
    await this.log.environment.close();
  }

  /** The records of the ordinal's day up to it, for the caller to go on with; an empty day where there is none. */
  protected dayAfter(ordinal: number): RecordDay {
    const face = this.#face(ordinal);
    const day = face === undefined ? new RecordDay() : this.#walkTo(face);
    this.#walk = undefined;
    return day;
  }

  /** Where that is damaged, the record itself still says it all. */
  #latestOf(ordinal: number): SnapshotRecord | undefined {
    try {
      const latest = this.latest();
      return latest?.tick.ordinal === ordinal ? latest : undefined;
    } catch (error) {
      if (isCorrupt(error)) return undefined;
      throw error;
    }
  }

  #textOf(hash: string): string {
    const value = this.log.texts.get(Buffer.from(hash, "hex"));
    if (value === undefined) throw missing(`the text ${hash}`);
    const text = unversioned(value, `the text ${hash}`);
    if (createHash("sha256").update(text).digest("hex") === hash) return text.toString();
    throw damaged(`the text ${hash}`);
  }

  #read(ordinal: number): ReadRecord | undefined {
    const face = this.#face(ordinal);
    if (face === undefined) return undefined;
    const record = this.#walkTo(face).record(face, (hash) => this.#textOf(hash));
    return { record, face };
  }

  /** Goes on from where the last read stands, if that is before on the same day. The day is the walk's own. */
  #walkTo({ ordinal, base }: RecordFace): RecordDay {
    const last = this.#walk;
    this.#walk = undefined;
    const goesOn = last?.base === base && base + last.values.length <= ordinal + 1 && this.#isFresh(last);
    const walk = goesOn ? last : { base, values: [], day: new RecordDay() };
    for (let next = base + walk.values.length; next <= ordinal; next++) {
      const value = this.log.records.get(numberKey(next));
      if (value === undefined) throw missing(`record ${next}`);
      walk.day.take(readFace(value, next));
      walk.values.push(value);
    }
    this.#walk = walk;
    return walk.day;
  }

  /** What was walked over may have been written anew, because something of it was forgotten. */
  #isFresh({ base, values }: Walk): boolean {
    return values.every((value, i) => this.log.records.get(numberKey(base + i))?.equals(value));
  }

  #face(ordinal: number): RecordFace | undefined {
    const value = this.log.records.get(numberKey(ordinal));
    return value === undefined ? undefined : readFace(value, ordinal);
  }
}

export function isCorrupt(error: unknown): error is HeartbeatError {
  return error instanceof HeartbeatError && error.code === "HB_LOG_CORRUPT";
}

function missing(what: string): HeartbeatError {
  return new HeartbeatError("HB_LOG_CORRUPT", `${what} is missing from the snapshot log`, {
    hint: "`heartbeat verify` names what is damaged",
  });
}

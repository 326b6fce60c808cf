// The snapshot log, for its one writer: one record a tick, the texts of intentions and configuration once per hash, and
// a checkpoint of the fold's state after each tick and now and then between two. What belongs to a tick is one
// transaction: after a crash it is there whole or not at all. Tables: `snapshots-reader.ts`.

import { rmSync } from "node:fs";
import type { HeartbeatError } from "../errors.js";
import { blockOf } from "../pipeline/beat-clock.js";
import type { SnapshotRecord } from "../pipeline/wire.js";
import { backupsOf } from "./backup.js";
import type { Environment } from "./environment.js";
import { numberKey } from "./keys.js";
import { blankFreePages, touchPages } from "./scrub.js";
import { RecordDay, readFace } from "./snapshot-record.js";
import {
  type CheckpointPlace,
  checkpointBody,
  type ForgottenSpan,
  forgottenKey,
  idKey,
  type Notes,
  packCheckpoint,
  packForgotten,
  packLatest,
  packNotes,
  placeKey,
  placeOf,
  versioned,
} from "./snapshot-values.js";
import { isCorrupt, openTables, type ReadRecord, SnapshotsReader } from "./snapshots-reader.js";
import { writeError } from "./write-error.js";

export type { Notes } from "./snapshot-values.js";

/** Records of a day read at a time, when it is written anew. */
const recordsAtOnce = 256;
/** Checkpoints that are kept besides the first of each UTC day. */
const keptCheckpoints = 2;
const writer = { migrate: true } as const;

/** What one tick writes. */
export interface TickWrite {
  readonly record: SnapshotRecord;
  /** The texts that the record names by their hash. */
  readonly request: { readonly intentions: string; readonly config: string };
  /** Number of the tick's id in its block. */
  readonly k: number;
  readonly notes: Notes;
  /** The checkpoint. */
  readonly state: string;
}

/** A record to be written anew. */
export interface ErasedRecord {
  readonly record: SnapshotRecord;
  /** Something of it was forgotten, now or before. */
  readonly erased: boolean;
}

export class SnapshotsLog extends SnapshotsReader {
  /** The day of the newest record; `undefined` until it is needed, and after a write that failed. */
  #day: RecordDay | undefined;
  readonly #folder: string;
  /** What opening has migrated; `null` for nothing. */
  readonly migrated: Environment["migrated"];

  /** Migrates a log of an older format, after a backup. @throws HeartbeatError HB_LOG_OPEN, HB_FORMAT_NEWER, HB_BACKUP */
  constructor(folder: string) {
    super(folder, writer);
    this.#folder = folder;
    this.migrated = this.log.environment.migrated;
  }

  /**
   * When it returns, all of it is durable; if it throws, nothing is written.
   * @param record of the ordinal after the last
   * @throws HeartbeatError HB_DISK_FULL, HB_LOG_IO
   */
  append({ record, request, k, notes, state }: TickWrite): void {
    const { ordinal, instant } = record.tick;
    const current = this.#day ?? this.#readDay(ordinal - 1);
    this.#day = undefined;
    const day = current.holds(instant) ? current : new RecordDay();
    const isFirst = day.isEmpty;
    const value = day.encode(record, k);
    const checkpoint = packCheckpoint(isFirst, state);
    const latest = packLatest(record);
    this.#write(value.length + checkpoint.length + latest.length, () => {
      this.#putText(record.inputs.intentions, request.intentions);
      this.#putText(record.inputs.config, request.config);
      void this.log.records.put(numberKey(ordinal), value);
      void this.log.ids.put(idKey(blockOf(instant), k), versioned(numberKey(ordinal)));
      if (Object.keys(notes).length > 0) void this.log.notes.put(numberKey(ordinal), packNotes(notes));
      void this.log.checkpoints.put(placeKey({ ordinal, seq: 0 }), checkpoint);
      this.#dropCheckpoints();
      void this.log.latest?.put(numberKey(ordinal), latest);
      void this.log.latest?.remove(numberKey(ordinal - 1));
    });
    this.#day = day;
  }

  /** Keeps the state between two ticks. When it returns, it is durable. @throws HeartbeatError as `append` does */
  putCheckpoint(place: CheckpointPlace, state: string): void {
    const checkpoint = packCheckpoint(false, state);
    this.#write(checkpoint.length, () => {
      void this.log.checkpoints.put(placeKey(place), checkpoint);
      this.#dropCheckpoints();
    });
  }

  /**
   * The records of each UTC day from that of `ordinal` on, as far as a day can be read.
   * @param onCorrupt is told of one that can't be; those after it can't be read either, up to the next day
   */
  *days(ordinal: number, onCorrupt: (error: HeartbeatError) => void): Generator<readonly ReadRecord[]> {
    const last = this.lastOrdinal();
    for (let next = ordinal; next <= last; ) {
      const day = this.#dayOf(next, onCorrupt);
      if (day.length > 0) yield day;
      next = Math.max(next, day.at(-1)?.record.tick.ordinal ?? 0) + 1;
    }
  }

  /** Writes a day anew. @param records all of it that can be read; those that lost something are marked erased */
  rewrite(records: readonly ErasedRecord[]): void {
    const day = new RecordDay();
    const values = records.map(({ record, erased }) => {
      const { ordinal, id } = record.tick;
      return { key: numberKey(ordinal), value: day.encode(record, Number(id.split(".")[1] ?? 0), erased) };
    });
    this.#day = undefined;
    const bytes = values.reduce((sum, { value }) => sum + value.length, 0);
    this.#write(bytes, () => {
      for (const { key, value } of values) void this.log.records.put(key, value);
    });
  }

  /**
   * Takes out of the checkpoints what was forgotten. Those between ticks, and those that can't be read, go; the newest
   * stays for good. The newest record, where it is kept whole, goes too.
   * @param erase gives the state without it, `undefined` for one that can't be read
   */
  rewriteCheckpoints(span: ForgottenSpan, erase: (state: string) => string | undefined): void {
    const before = this.forgotten().filter(({ through }) => through < span.from);
    const places = this.checkpointPlaces();
    const values = places.map((place) => this.#erased(place, span.through, erase));
    this.#write(
      values.reduce((sum, value) => sum + (value?.length ?? 0), 0),
      () => {
        for (const [i, place] of places.entries()) {
          const [key, value] = [placeKey(place), values[i]];
          if (value === undefined) void this.log.checkpoints.remove(key);
          else void this.log.checkpoints.put(key, value);
        }
        // It is kept whole again by the next tick.
        for (const key of [...(this.log.latest?.getKeys() ?? [])]) void this.log.latest?.remove(Buffer.from(key));
        if (span.from <= span.through) {
          void this.log.environment.table("meta").put(forgottenKey, packForgotten([...before, span]));
        }
      },
    );
  }

  /** When it resolves nothing is left in the file of what these records said before, nor of dropped checkpoints. */
  async scrub(ordinals: readonly number[]): Promise<void> {
    const { environment, records, checkpoints } = this.log;
    try {
      for (const backup of backupsOf(this.#folder)) rmSync(backup, { recursive: true });
      touchPages(environment, records, ordinals.map(numberKey));
      touchPages(environment, checkpoints, this.checkpointPlaces().map(placeKey));
      await blankFreePages(environment);
    } catch (error) {
      throw writeError(error, this.#folder);
    }
  }

  #dayOf(ordinal: number, onCorrupt: (error: HeartbeatError) => void): readonly ReadRecord[] {
    const day: ReadRecord[] = [];
    try {
      const base = this.log.environment.read(() => this.log.records.get(numberKey(ordinal)));
      let next = base === undefined ? ordinal : readFace(base, ordinal).base;
      for (let ended = false; !ended; next += recordsAtOnce) {
        const page = this.records(next, recordsAtOnce);
        const own = page.filter(({ face }) => face.base === (day[0] ?? page[0])?.face.base);
        day.push(...own);
        ended = own.length < recordsAtOnce;
      }
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      onCorrupt(error);
    }
    return day;
  }

  #erased(place: CheckpointPlace, newest: number, erase: (state: string) => string | undefined): Buffer | undefined {
    if (place.seq !== 0) return undefined;
    try {
      const isFirst = isFirstOfDay(
        this.log.environment.read(() => this.log.checkpoints.get(placeKey(place)) as Buffer),
        place,
      );
      const state = erase(this.checkpointAt(place) as string);
      return state === undefined ? undefined : packCheckpoint(isFirst || place.ordinal === newest, state);
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      return undefined;
    }
  }

  /**
   * Closes the environment and opens it anew, after HB_LOG_IO: a failed write of its root leaves an environment unusable
   * for as long as any thread of the process holds it.
   */
  async reopen(): Promise<void> {
    await this.log.environment.close();
    this.#day = undefined;
    this.log = openTables(this.#folder, writer);
  }

  /** @param bytes of the larger values that are put */
  #write(bytes: number, action: () => void): void {
    try {
      this.log.environment.write(action, bytes);
    } catch (error) {
      throw writeError(error, this.#folder);
    }
  }

  /** A day that can't be read is not gone on with: the next record is a base. */
  #readDay(ordinal: number): RecordDay {
    try {
      return this.log.environment.read(() => this.dayAfter(ordinal));
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      return new RecordDay();
    }
  }

  #putText(hash: string, text: string): void {
    const key = Buffer.from(hash, "hex");
    if (!this.log.texts.doesExist(key)) void this.log.texts.put(key, versioned(Buffer.from(text)));
  }

  /** The one that is no longer among the newest goes, unless it is the first of its day. */
  #dropCheckpoints(): void {
    const range = { reverse: true, offset: keptCheckpoints, limit: 1 };
    for (const { key, value } of [...this.log.checkpoints.getRange(range)]) {
      if (!isFirstOfDay(value, placeOf(key))) void this.log.checkpoints.remove(key);
    }
  }
}

/** One that can't be read is none: a state that can be read is what it would be kept for. */
function isFirstOfDay(value: Buffer, place: CheckpointPlace): boolean {
  try {
    return checkpointBody(value, place)[0] === 1;
  } catch {
    return false;
  }
}

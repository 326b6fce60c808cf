// The snapshot log: one record a tick, the texts of intentions and configuration once per hash, and a checkpoint of the
// fold's state after each tick. What belongs to a tick is one transaction: after a crash it is there whole or not at all.
//
//   records      ordinal → version, deflated JSON of the record, the tick's texts by their hash
//   texts        sha256  → the text
//   ids          block · 2¹⁶ + k → version, ordinal: whose id it is (k is 0 for `NNN`, k for `NNN.k`)
//   checkpoints  ordinal → version, deflated JSON; kept are the last two and the first of each UTC day
//   notes        ordinal of the snapshot after it → JSON of a gap or a clock step

import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { GapReason } from "../actors/assembly/protocol.js";
import { HeartbeatError } from "../errors.js";
import { blockOf, dayMs } from "../pipeline/beat-clock.js";
import type { FoldSettings, Tick } from "../pipeline/tick.js";
import type { SnapshotRecord } from "../pipeline/wire.js";
import { Environment, type Table } from "./environment.js";
import { keyNumber, numberKey } from "./keys.js";

const recordVersion = 1;
/** Ids a block can have. */
const idsPerBlock = 65_536;

/** What happened between a snapshot and the one before it. */
export interface Notes {
  /** Ids of the first and last block without a snapshot. */
  readonly gap?: { readonly from: string; readonly to: string; readonly reason: GapReason };
  /** The clock was set back: from the instant of the snapshot before to that of this one, RFC 3339. */
  readonly clockStep?: { readonly from: string; readonly to: string; readonly epoch: number };
}

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

type StoredRecord = Omit<SnapshotRecord, "tick"> & { readonly tick: Omit<Tick, "intentions" | "config"> };

export class SnapshotsLog {
  readonly #environment: Environment;
  readonly #records: Table;
  readonly #texts: Table;
  readonly #ids: Table;
  readonly #checkpoints: Table;
  readonly #notes: Table;

  constructor(folder: string) {
    this.#environment = new Environment(folder);
    this.#records = this.#environment.table("records");
    this.#texts = this.#environment.table("texts");
    this.#ids = this.#environment.table("ids");
    this.#checkpoints = this.#environment.table("checkpoints");
    this.#notes = this.#environment.table("notes");
  }

  /** The newest record; `undefined` in an empty log. */
  last(): SnapshotRecord | undefined {
    return this.#environment.read(() => {
      const value = newest(this.#records)?.value;
      return value === undefined ? undefined : this.#decode(value);
    });
  }

  /** Ordinal of the newest record; 0 in an empty log. */
  lastOrdinal(): number {
    return this.#environment.read(() => {
      for (const key of this.#records.getKeys({ reverse: true, limit: 1 })) return keyNumber(key);
      return 0;
    });
  }

  record(ordinal: number): SnapshotRecord | undefined {
    return this.#environment.read(() => {
      const value = this.#records.get(numberKey(ordinal));
      return value === undefined ? undefined : this.#decode(value);
    });
  }

  /** What happened between the snapshot of that ordinal and the one before it. */
  notes(ordinal: number): Notes {
    const value = this.#environment.read(() => this.#notes.get(numberKey(ordinal)));
    return value === undefined ? {} : (JSON.parse(value.toString()) as Notes);
  }

  /** Ordinals of the snapshots with ids from `from` to the end of `lastBlock`, in the order of ids. */
  ordinals(from: { readonly block: number; readonly k: number }, lastBlock: number, limit: number): number[] {
    const range = { start: idKey(from.block, from.k), end: idKey(lastBlock + 1, 0), limit };
    return this.#environment.read(() => [
      ...this.#ids.getRange(range).map(({ value }) => keyNumber(value.subarray(1))),
    ]);
  }

  /** Ordinals of the ticks after which a checkpoint was kept, ascending. */
  checkpoints(): number[] {
    return this.#environment.read(() => [...this.#checkpoints.getKeys().map(keyNumber)]);
  }

  /** The state after the tick of that ordinal; `undefined` where none is kept. */
  checkpointOf(ordinal: number): string | undefined {
    return this.#environment.read(() => {
      const value = this.#checkpoints.get(numberKey(ordinal));
      return value === undefined ? undefined : unpack(value);
    });
  }

  /** The newest checkpoint; `undefined` if there is none. */
  checkpoint(): string | undefined {
    return this.#environment.read(() => {
      const value = newest(this.#checkpoints)?.value;
      return value === undefined ? undefined : unpack(value);
    });
  }

  /** Smallest k at or above `from` that lies above every id of the block. */
  freeId(block: number, from: number): number {
    const base = block * idsPerBlock;
    const range = { start: numberKey(base + idsPerBlock - 1), end: numberKey(base - 1), reverse: true, limit: 1 };
    return this.#environment.read(() => {
      for (const key of this.#ids.getKeys(range)) return Math.max(from, keyNumber(key) - base + 1);
      return from;
    });
  }

  /** When it returns, all of it is durable; if it throws, nothing is written. */
  append({ record, request, k, notes, state }: TickWrite): void {
    const { intentions: _intentions, config: _config, ...tick } = record.tick;
    const stored: StoredRecord = { ...record, tick };
    const packed = { record: pack(JSON.stringify(stored)), state: pack(state) };
    const key = numberKey(tick.ordinal);
    this.#environment.write(() => {
      this.#putText(record.inputs.intentions, request.intentions);
      this.#putText(record.inputs.config, request.config);
      void this.#records.put(key, packed.record);
      void this.#ids.put(idKey(blockOf(tick.instant), k), Buffer.concat([Buffer.of(recordVersion), key]));
      if (Object.keys(notes).length > 0) void this.#notes.put(key, Buffer.from(JSON.stringify(notes)));
      void this.#checkpoints.put(key, packed.state);
      this.#dropCheckpoint(tick.ordinal - 2);
    });
  }

  usedBytes(): number {
    return this.#environment.usedBytes();
  }

  async close(): Promise<void> {
    await this.#environment.close();
  }

  /** Only the first of a UTC day stays. */
  #dropCheckpoint(ordinal: number): void {
    if (ordinal <= 1) return;
    const [before, own] = [this.#dayOf(ordinal - 1), this.#dayOf(ordinal)];
    if (own !== undefined && own === before) void this.#checkpoints.remove(numberKey(ordinal));
  }

  #dayOf(ordinal: number): number | undefined {
    const value = this.#records.get(numberKey(ordinal));
    return value === undefined ? undefined : Math.floor(this.#decodeStored(value).tick.instant / dayMs);
  }

  #putText(hash: string, text: string): void {
    const key = Buffer.from(hash, "hex");
    if (!this.#texts.doesExist(key)) void this.#texts.put(key, Buffer.from(text));
  }

  #text(hash: string): string {
    const text = this.#texts.get(Buffer.from(hash, "hex"));
    if (text === undefined)
      throw new HeartbeatError("HB_LOG_CORRUPT", `the text ${hash} is missing from the snapshot log`);
    return text.toString();
  }

  #decode(value: Uint8Array): SnapshotRecord {
    const stored = this.#decodeStored(value);
    const config = JSON.parse(this.#text(stored.inputs.config)) as FoldSettings;
    return { ...stored, tick: { ...stored.tick, intentions: this.#text(stored.inputs.intentions), config } };
  }

  #decodeStored(value: Uint8Array): StoredRecord {
    return JSON.parse(unpack(value)) as StoredRecord;
  }
}

function idKey(block: number, k: number): Buffer {
  return numberKey(block * idsPerBlock + k);
}

function newest(table: Table): { readonly value: Buffer } | undefined {
  for (const entry of table.getRange({ reverse: true, limit: 1 })) return entry;
  return undefined;
}

function pack(text: string): Buffer {
  return Buffer.concat([Buffer.of(recordVersion), deflateRawSync(text)]);
}

function unpack(value: Uint8Array): string {
  if (value[0] !== recordVersion) {
    throw new HeartbeatError(
      "HB_LOG_CORRUPT",
      `a record of the snapshot log has version ${value[0]}, expected ${recordVersion}`,
    );
  }
  return inflateRawSync(value.subarray(1)).toString();
}

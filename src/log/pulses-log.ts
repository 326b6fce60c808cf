// The pulses log, for its one writer. Append-only; records are frames, keyed by the seq of their first pulse.
//
//   table   key                           value
//   frames  first seq, 8 bytes                  a record (`src/pipeline/frame.ts`)
//   ids     `idKey` of source and id      version byte, seq of the pulse that had it first
//   meta    "pause"                       version byte, JSON
//           "pruned"                      version byte, seq of the last pulse that was pruned
//           "erasing"                     version byte; only while pulses are being forgotten
//   blanks  1, 2, …                       only while the bytes of what was forgotten are overwritten (`scrub.ts`)

import type { Instant } from "../clock.js";
import { HeartbeatError } from "../errors.js";
import { decodeFrame } from "../pipeline/frame.js";
import { Environment, type Table } from "./environment.js";
import { damageOf, eraseFrame, isErased, mostPulsesIn } from "./frame.js";
import { keyNumber, numberKey } from "./keys.js";
import { framesTable, prunedKey, prunedOf, pulsesFormat } from "./pulses-reader.js";
import { blankFreePages, touchPages } from "./scrub.js";

/** A frame that is to be appended. */
export interface NewRecord {
  /** Seq of its first pulse. */
  readonly first: number;
  readonly count: number;
  readonly record: Buffer;
  /** Of the pulses that have an id: its key and the pulse's seq. */
  readonly ids: readonly { readonly key: Buffer; readonly seq: number }[];
}

/** Frames erased or dropped in one transaction. */
const framesAtOnce = 256;
const valueVersion = 1;
const pauseKey = Buffer.from("pause");
const erasingKey = Buffer.from("erasing");

export class PulsesLog {
  readonly folder: string;
  #environment: Environment;
  #frames: Table;
  #ids: Table;
  #meta: Table;
  #head = 0;
  #last: Instant | null = null;
  #damaged: HeartbeatError | null = null;

  /** @throws HeartbeatError HB_LOG_OPEN, HB_FORMAT_NEWER */
  constructor(folder: string) {
    this.folder = folder;
    this.#environment = new Environment(folder, pulsesFormat, { migrate: true });
    [this.#frames, this.#ids, this.#meta] = tablesOf(this.#environment);
    this.#findHead();
  }

  /** Highest seq on the disk; 0 for an empty log. Beyond a damaged newest record: the highest it may have held. */
  get head(): number {
    return this.#head;
  }

  /** When the newest sound frame was received. */
  get last(): Instant | null {
    return this.#last;
  }

  /** HB_LOG_CORRUPT that names the newest record, if it was found damaged when the log was opened; `null` if it is sound. */
  get damaged(): HeartbeatError | null {
    return this.#damaged;
  }

  /** Seq of the pulse that had this id first. @param key an `idKey` */
  seqOfId(key: Buffer): number | undefined {
    const value = this.#environment.read(() => this.#ids.get(key));
    return value === undefined ? undefined : Number(value.readBigUInt64BE(1));
  }

  /**
   * Appends frames in one transaction. When it returns they are on the disk and `head` has moved.
   * If it throws nothing was stored and `head` stands where it stood, unless only the disk's answer was lost: then
   * `head` says so, at the latest after `reopen`.
   * @param records consecutive, the first one from `head + 1`
   */
  append(records: readonly NewRecord[], received: Instant): void {
    let next = this.#head + 1;
    let bytes = 0;
    for (const { first, count, record } of records) {
      if (first !== next) throw new HeartbeatError("HB_INTERNAL", `expected a frame from p${next}, p${first} came`);
      next += count;
      bytes += record.length;
    }
    try {
      this.#environment.write(() => {
        for (const { first, record, ids } of records) {
          void this.#frames.put(numberKey(first), record);
          for (const { key, seq } of ids) void this.#ids.put(key, versioned(numberKey(seq)));
        }
      }, bytes);
    } catch (error) {
      this.#trustOnlyTheDisk();
      throw error;
    }
    this.#head = next - 1;
    this.#last = received;
  }

  /** The stored record of a frame. */
  record(first: number): Buffer | undefined {
    return this.#environment.read(() => this.#frames.get(numberKey(first)));
  }

  /** The stored pause, as it was given to `storePause`. */
  pause(): unknown {
    const value = this.#environment.read(() => this.#meta.get(pauseKey));
    return value === undefined ? null : JSON.parse(value.toString("utf8", 1));
  }

  /** @param pause a JSON value, `null` for none */
  storePause(pause: unknown): void {
    const value = versioned(Buffer.from(JSON.stringify(pause)));
    this.#environment.write(() => void this.#meta.put(pauseKey, value));
  }

  /** Writes something that changes nothing. @throws if the log can't be written */
  probe(): void {
    this.storePause(this.pause());
  }

  /**
   * Takes out what these pulses said. When it resolves no byte of it is left in the file, also of an erasing that was
   * broken off before. Pulses can be appended meanwhile.
   * @param said by seq, a number for what it said
   */
  async erase(said: ReadonlyMap<number, number>): Promise<void> {
    const seqs = [...said.keys()].sort((a, b) => a - b);
    const wasBrokenOff = this.#environment.read(() => this.#meta.doesExist(erasingKey));
    const erased: Buffer[] = [];
    this.#environment.write(() => void this.#meta.put(erasingKey, Buffer.of(valueVersion)));
    for (let at = 0; at < seqs.length; ) {
      const frames = new Map<number, Buffer>();
      for (; at < seqs.length && frames.size < framesAtOnce; at++) this.#eraseIn(seqs[at] as number, said, frames);
      this.#environment.write(
        () => {
          for (const [first, record] of frames) void this.#frames.put(numberKey(first), record);
        },
        [...frames.values()].reduce((sum, { length }) => sum + length, 0),
      );
      erased.push(...[...frames.keys()].map(numberKey));
      await new Promise((resolve) => setImmediate(resolve));
    }
    touchPages(this.#environment, this.#frames, wasBrokenOff ? this.#erasedKeys() : erased);
    await blankFreePages(this.#environment);
    this.#environment.write(() => void this.#meta.remove(erasingKey));
  }

  /**
   * Drops the frames received before an instant, none that reaches beyond `upTo`, and never the newest: seqs go on from it.
   * @returns how many frames were dropped, and the seq of the last pulse that is gone
   */
  async prune(before: number, upTo: number): Promise<{ readonly frames: number; readonly pruned: number }> {
    let frames = 0;
    let keys: Buffer[];
    do {
      const { gone, next } = this.#prunable(before, upTo);
      keys = gone;
      if (next === undefined || keys.length === 0) break;
      this.#environment.write(() => {
        for (const key of keys) void this.#frames.remove(key);
        void this.#meta.put(prunedKey, versioned(numberKey(keyNumber(next) - 1)));
      });
      frames += keys.length;
      await new Promise((resolve) => setImmediate(resolve));
    } while (keys.length === framesAtOnce);
    return { frames, pruned: this.#environment.read(() => prunedOf(this.#environment)) };
  }

  usedBytes(): number {
    return this.#environment.usedBytes();
  }

  freeDeadReaders(): number {
    return this.#environment.freeDeadReaders();
  }

  /**
   * Closes the environment and opens it anew, checks the newest record and takes the head from it.
   * A failed write of its root leaves an environment unusable for as long as any thread of the process holds it.
   */
  async reopen(): Promise<void> {
    await this.#environment.close();
    this.#environment = new Environment(this.folder, pulsesFormat, { migrate: true });
    [this.#frames, this.#ids, this.#meta] = tablesOf(this.#environment);
    this.#findHead();
  }

  /** Can be called twice. */
  close(): Promise<void> {
    return this.#environment.close();
  }

  /** Adds the frame of a pulse, without what is to be forgotten of it, unless that is done. */
  #eraseIn(seq: number, said: ReadonlyMap<number, number>, frames: Map<number, Buffer>): void {
    this.#environment.read(() => {
      for (const { key, value } of this.#frames.getRange({ start: numberKey(seq), reverse: true, limit: 1 })) {
        const first = keyNumber(key);
        if (frames.has(first) || damageOf(value, first) !== null) return;
        const record = eraseFrame(Buffer.from(value), first, said);
        if (record !== null) frames.set(first, record);
      }
    });
  }

  /** Of all frames of which something was forgotten. */
  #erasedKeys(): Buffer[] {
    return this.#environment.read(() => [
      ...this.#frames
        .getRange({})
        .filter(({ value }) => isErased(value))
        .map(({ key }) => Buffer.from(key)),
    ]);
  }

  /** The oldest frames that can go, and the one after them. */
  #prunable(before: number, upTo: number): { readonly gone: Buffer[]; readonly next: Buffer | undefined } {
    return this.#environment.read(() => {
      const gone: Buffer[] = [];
      for (const { key, value } of this.#frames.getRange({})) {
        const first = keyNumber(key);
        const last = gone.at(-1);
        // What went before ends where this begins.
        if (last !== undefined && first - 1 > upTo) return { gone: gone.slice(0, -1), next: last };
        const isOld = damageOf(value, first) !== null || decodeFrame(value, first).receivedAt < before;
        if (!isOld || gone.length === framesAtOnce) return { gone, next: Buffer.from(key) };
        gone.push(Buffer.from(key));
      }
      return { gone: gone.slice(0, -1), next: gone.at(-1) };
    });
  }

  /** After a failed write: what the disk holds counts, not what should be there. Where it can't say, nothing changes. */
  #trustOnlyTheDisk(): void {
    try {
      this.#findHead();
    } catch {
      // It can't be read either: the next write fails too, until `reopen`.
    }
  }

  /** A damaged newest record can't say how many pulses it held: all seqs that it may have given out are passed over. */
  #findHead(): void {
    let [head, last, damaged]: [number, Instant | null, HeartbeatError | null] = [0, null, null];
    this.#environment.read(() => {
      for (const { key, value } of this.#frames.getRange({ reverse: true })) {
        const first = keyNumber(key);
        const damage = damageOf(value, first);
        if (damage === null) {
          const { epoch, receivedAt, pulses } = decodeFrame(value, first);
          head = Math.max(head, first + pulses.length - 1);
          last = { epoch, time: receivedAt };
          return;
        }
        damaged ??= damage;
        head = Math.max(head, first + mostPulsesIn(value) - 1);
      }
    });
    [this.#head, this.#last, this.#damaged] = [head, last, damaged];
  }
}

function tablesOf(environment: Environment): [frames: Table, ids: Table, meta: Table] {
  return [environment.table(framesTable), environment.table("ids"), environment.table("meta")];
}

function versioned(value: Buffer): Buffer {
  return Buffer.concat([Buffer.of(valueVersion), value]);
}

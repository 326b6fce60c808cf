// Reads the pulses log by cursor, from any thread. Pages are bounded and drained at once: no iterator lives longer than
// a call, and what a page holds is a copy. Every record is checked against its hash; a damaged one is never handed out.

import { HeartbeatError } from "../errors.js";
import { Environment, type EnvironmentOptions, type LogFormat, type Table } from "./environment.js";
import { damageOf, hashOf } from "./frame.js";
import { keyNumber, numberKey } from "./keys.js";

/** Name of the table of records, keyed by the seq of their first pulse. */
export const framesTable = "frames";

/** Key in the meta table: seq of the last pulse that was pruned, 8 bytes after a version byte. */
export const prunedKey = Buffer.from("pruned");

export const pulsesFormat: LogFormat = { version: 1, migrations: new Map() };

/** A page ends with the record that reaches this many bytes. */
const pageBytes = 1_048_576;

export interface StoredRecord {
  /** Seq of its first pulse. */
  readonly first: number;
  /** Seq of its last pulse. */
  readonly last: number;
  /** sha256 of its payload, 32 bytes. */
  readonly hash: Uint8Array;
  /** For `decodeFrame`. */
  readonly record: Uint8Array;
}

export interface ReadOptions {
  readonly maxBytes?: number;
  /** Is told of a damaged record, which is then left out; without it a damaged record is thrown. */
  readonly onCorrupt?: (error: HeartbeatError, first: number) => void;
}

export class PulsesReader {
  readonly folder: string;
  readonly #options: EnvironmentOptions;
  #open: { readonly environment: Environment; readonly frames: Table } | null = null;

  /** Opens the log at the first read. @param folder of the `pulses` environment, which its writer has made */
  constructor(folder: string, options: EnvironmentOptions = {}) {
    this.folder = folder;
    this.#options = options;
  }

  /**
   * The records that hold pulses after `after`, in order, none beyond `upTo`; the first of them may begin before.
   * At least one if there is a sound one; go on after the `last` of the page's last.
   * @param upTo a head that collection told, so that a record ends there
   * @throws HeartbeatError HB_LOG_CORRUPT, HB_LOG_IO, HB_LOG_OPEN
   */
  records(after: number, upTo: number, { maxBytes = pageBytes, onCorrupt }: ReadOptions = {}): StoredRecord[] {
    const page: StoredRecord[] = [];
    let bytes = 0;
    let pending: Omit<StoredRecord, "last"> | null = null;
    const end = (last: number): void => {
      if (pending !== null && last > after) page.push({ ...pending, last });
      pending = null;
    };
    if (after >= upTo) return page;
    this.#read((frames) => {
      for (const { key, value } of frames.getRange({ start: startOf(frames, after), end: numberKey(upTo + 1) })) {
        const first = keyNumber(key);
        end(first - 1);
        if (bytes >= maxBytes) return;
        if (!isSound(value, first, onCorrupt)) continue;
        const record = Uint8Array.from(value);
        pending = { first, hash: hashOf(record), record };
        if (first > after) bytes += record.length;
      }
      end(upTo);
    });
    return page;
  }

  /** Seq up to which pulses were pruned; 0 where none were. */
  pruned(): number {
    return this.#read((_frames, environment) => prunedOf(environment));
  }

  /** Can be called twice. */
  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.environment.close();
  }

  /** On an error the handle is given up, so that the writer can open the environment anew; the next read opens it again. */
  #read<T>(action: (frames: Table, environment: Environment) => T): T {
    try {
      if (this.#open === null) {
        const environment = new Environment(this.folder, pulsesFormat, this.#options);
        this.#open = { environment, frames: environment.table(framesTable) };
      }
      const { environment, frames } = this.#open;
      return environment.read(() => action(frames, environment));
    } catch (error) {
      if (error instanceof HeartbeatError) throw error;
      void this.close();
      throw new HeartbeatError("HB_LOG_IO", `the pulses log can't be read: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

export function prunedOf(environment: Environment): number {
  const value = environment.table("meta").get(prunedKey);
  return value === undefined ? 0 : keyNumber(value.subarray(1));
}

/** Key of the record that holds the pulse after `after`. */
function startOf(frames: Table, after: number): Buffer {
  for (const key of frames.getKeys({ start: numberKey(after + 1), reverse: true, limit: 1 })) return Buffer.from(key);
  return numberKey(after + 1);
}

function isSound(value: Uint8Array, first: number, onCorrupt: ReadOptions["onCorrupt"]): boolean {
  const damage = damageOf(value, first);
  if (damage === null) return true;
  if (onCorrupt === undefined) throw damage;
  onCorrupt(damage, first);
  return false;
}

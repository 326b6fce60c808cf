// Reads the pulses log by cursor, in bounded pages, from any thread. A record whose payload does not have the hash it
// carries is not handed out: it is named in `corrupt`, and the log goes on behind it.

import { createHash } from "node:crypto";
import { frameHash, framePayload } from "../pipeline/frame.js";
import { Environment, type Table } from "./environment.js";

/** Name of the table of frames, keyed by the seq of their first pulse. */
export const framesTable = "frames";

export interface StoredFrame {
  /** Seq of its first pulse. */
  readonly first: number;
  /** The record: version, flags, sha256, payload. */
  readonly bytes: Uint8Array;
}

export interface Page {
  readonly frames: readonly StoredFrame[];
  /** First seqs of the records that are damaged. */
  readonly corrupt: readonly number[];
  /** Key of the last record read; pass it on for the next page. `null`: there was none. */
  readonly last: number | null;
}

export class PulsesReader {
  readonly #environment: Environment;
  readonly #frames: Table;

  /** @param folder of the `pulses` environment, which its writer has made */
  constructor(folder: string) {
    this.#environment = new Environment(folder, { readOnly: true });
    this.#frames = this.#environment.table(framesTable);
  }

  /** The records whose first seq is greater than `after`, at least one if there is one, until `maxBytes` are reached. */
  page(after: number, maxBytes: number): Page {
    const frames: StoredFrame[] = [];
    const corrupt: number[] = [];
    let last: number | null = null;
    let bytes = 0;
    for (const { key, value } of this.#frames.getRange({ start: after + 1, snapshot: true })) {
      last = key;
      bytes += value.length;
      if (isIntact(value)) frames.push({ first: key, bytes: Uint8Array.from(value) });
      else corrupt.push(key);
      if (bytes >= maxBytes) break;
    }
    return { frames, corrupt, last };
  }

  async close(): Promise<void> {
    await this.#environment.close();
  }
}

export function isIntact(record: Uint8Array): boolean {
  return createHash("sha256").update(framePayload(record)).digest().equals(frameHash(record));
}

// One LMDB environment: a folder with one writer thread; any thread may read it. Values are bytes with a version byte
// first, keys are numbers or short fixed-size bytes, never text of a user; nothing is shared between records.
// A write is durable when its promise resolves: commits are synced before they are visible (no overlapping sync).

import { mkdirSync } from "node:fs";
import { type Database, open, type RootDatabase } from "lmdb";
import { HeartbeatError } from "../errors.js";

/** Format of the logs that this version writes; it is in every environment's meta record. */
export const formatVersion = 1;

/** A table: values are bytes. */
export type Table = Database<Uint8Array, number>;
export type HashTable = Database<Uint8Array, Uint8Array>;

const formatKey = 0;

export class Environment {
  readonly root: RootDatabase<Uint8Array, number>;
  readonly #tables: Database<Uint8Array, never>[] = [];

  /**
   * @param folder made if it is missing, unless read-only
   * @throws HB_FORMAT_NEWER when a newer version has written it
   */
  constructor(folder: string, { readOnly = false }: { readonly readOnly?: boolean } = {}) {
    if (!readOnly) mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.root = open<Uint8Array, number>({
      path: folder,
      encoding: "binary",
      readOnly,
      maxDbs: 8,
      cache: false,
      overlappingSync: false,
    });
    this.root.readerCheck();
    this.#checkFormat(folder, readOnly);
  }

  /** Opens a table keyed by numbers. */
  table(name: string): Table {
    return this.#keep(this.root.openDB<Uint8Array, number>({ name, encoding: "binary" }));
  }

  /** Opens a table keyed by fixed-size bytes. */
  hashTable(name: string): HashTable {
    return this.#keep(this.root.openDB<Uint8Array, Uint8Array>({ name, encoding: "binary", keyEncoding: "binary" }));
  }

  /** Bytes of the pages in use: what the log holds, whatever the file's size. */
  usedBytes(): number {
    return [this.root, ...this.#tables].reduce((sum, table) => sum + usedBytesOf(table.getStats() as TableStats), 0);
  }

  async close(): Promise<void> {
    await this.root.close();
  }

  #keep<T extends Table | HashTable>(table: T): T {
    this.#tables.push(table as unknown as Database<Uint8Array, never>);
    return table;
  }

  #checkFormat(folder: string, readOnly: boolean): void {
    const meta = this.root.openDB<Uint8Array, number>({ name: "meta", encoding: "binary" });
    const found = meta.get(formatKey)?.[0];
    if (found !== undefined && found > formatVersion) {
      throw new HeartbeatError(
        "HB_FORMAT_NEWER",
        `the log in ${folder} has format ${found}; this version knows up to ${formatVersion}`,
        {
          hint: "run the newer version of heartbeat that wrote it",
        },
      );
    }
    if (found === undefined && !readOnly) meta.putSync(formatKey, Uint8Array.of(formatVersion));
  }
}

interface TableStats {
  readonly pageSize: number;
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

function usedBytesOf({ pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages }: TableStats): number {
  return (treeBranchPageCount + treeLeafPageCount + overflowPages) * pageSize;
}

/**
 * Waits until a write is durable. lmdb-js rejects a failed commit twice: each write's promise, and a second promise on
 * its error that nobody would handle otherwise; the cause is in the second.
 */
export async function durable(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    const commitError = (error as { commitError?: Promise<unknown> }).commitError;
    if (commitError === undefined) throw error;
    const cause: unknown = await commitError.then(
      () => error,
      (reason: unknown) => reason,
    );
    throw new HeartbeatError("HB_COMMIT_FAILED", `the log could not be written: ${String(cause)}`, {
      cause,
      hint: "is the disk full?",
    });
  }
}

// One LMDB environment: a folder with one writer thread; any thread may read it. Values are bytes with a version byte
// first, keys bytes of a fixed size, never text of a user; nothing is shared between records.
// - Committed is durable: no overlapping sync, no noSync. What a reader sees is on the disk.
// - All handles of a process share one environment inside LMDB, so a reader opens it as the writer does: opened
//   read-only first, it would be read-only for the writer too.
// - No writable memory map: a stray pointer in native code can't reach the file.

import { mkdirSync } from "node:fs";
import { type Database, open, type RootDatabase } from "lmdb";
import { HeartbeatError } from "../errors.js";
import { Canary } from "./canary.js";

/** Format of the logs that this version writes; it is in every environment's meta table. */
export const formatVersion = 1;

/** Keys are bytes of a fixed size (`keys.ts`), values bytes with a version first. */
export type Table = Database<Buffer, Buffer>;

const formatKey = Buffer.from("format");

const readersFull = -30790;

export class Environment {
  readonly folder: string;
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #tables = new Map<string, Table>();
  readonly #canary: Canary;
  #closed = false;

  /**
   * @param folder made if it is missing
   * @throws HB_LOG_OPEN, HB_FORMAT_NEWER when a newer version has written it
   */
  constructor(folder: string) {
    this.folder = folder;
    this.#root = openRoot(folder);
    this.#canary = new Canary(folder);
    try {
      this.#root.readerCheck();
      this.#checkFormat();
    } catch (error) {
      void this.close();
      throw error;
    }
  }

  /** The table of that name; made if it is missing. */
  table(name: string): Table {
    let table = this.#tables.get(name);
    if (table === undefined) {
      table = this.#root.openDB<Buffer, Buffer>({ name, encoding: "binary", keyEncoding: "binary" });
      this.#tables.set(name, table);
    }
    return table;
  }

  /**
   * Runs `action` in one transaction of this thread. When it returns, all that was put is on the disk; when it throws,
   * nothing is. It throws what the disk or LMDB says, at once: no promise is left behind that could be rejected later.
   * @param bytes of the values that are put, where there are many
   */
  write(action: () => void, bytes = 0): void {
    this.#canary.check(bytes);
    this.#root.transactionSync(action);
  }

  /** Runs `action` on the newest state. What it takes out must be copied, an iterator drained. */
  read<T>(action: () => T): T {
    this.#root.resetReadTxn();
    try {
      return action();
    } catch (error) {
      if ((error as { code?: unknown }).code !== readersFull) throw error;
      this.#root.readerCheck();
      return action();
    }
  }

  /** Frees the reader slots of processes that died. Returns how many there were. */
  freeDeadReaders(): number {
    return this.#root.readerCheck();
  }

  /** Bytes of the pages in use: what the log holds, whatever the file's size. */
  usedBytes(): number {
    return this.read(() => {
      const { root, free } = this.#root.getStats() as { readonly root: TableStats; readonly free: TableStats };
      const tables = [...this.#tables.values()].map((table) => table.getStats() as TableStats);
      return [root, free, ...tables].reduce((sum, stats) => sum + usedBytesOf(stats), 0);
    });
  }

  /** Can be called twice. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#canary.close();
    await this.#root.close();
  }

  #checkFormat(): void {
    const meta = this.table("meta");
    const found = this.read(() => meta.get(formatKey)?.[0]);
    if (found !== undefined && found > formatVersion) {
      throw new HeartbeatError(
        "HB_FORMAT_NEWER",
        `the log in ${this.folder} has format ${found}; this version knows up to ${formatVersion}`,
        { hint: "run the newer version of heartbeat that wrote it" },
      );
    }
    if (found === undefined) this.write(() => void meta.put(formatKey, Buffer.of(formatVersion)));
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

function openRoot(folder: string): RootDatabase<Buffer, Buffer> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return open<Buffer, Buffer>({
      path: folder,
      // A folder with a dot in its name is a folder still.
      noSubdir: false,
      encoding: "binary",
      keyEncoding: "binary",
      maxDbs: 8,
      cache: false,
      overlappingSync: false,
    });
  } catch (error) {
    throw new HeartbeatError("HB_LOG_OPEN", `the log in ${folder} can't be opened: ${(error as Error).message}`, {
      hint: "check the folder's owner and rights, and that the disk is not full",
      cause: error,
    });
  }
}

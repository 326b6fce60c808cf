// One LMDB environment: a folder with one writer thread; any thread may read it. Values are bytes with a version byte
// first, keys bytes of a fixed size, never text of a user; nothing is shared between records.
// - Committed is durable: no overlapping sync, no noSync. What a reader sees is on the disk.
// - All handles of a process share one environment inside LMDB, so a reader opens it as the writer does: opened
//   read-only first, it would be read-only for the writer too. Another process opens it read-only.
// - No writable memory map: a stray pointer in native code can't reach the file.

import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Database, open, type RootDatabase } from "lmdb";
import { HeartbeatError } from "../errors.js";
import { keepBackup } from "./backup.js";
import { Canary } from "./canary.js";

/** The format of one log: its number is in the environment's meta table. */
export interface LogFormat {
  /** That this version writes and reads. */
  readonly version: number;
  /** What makes format n + 1 of format n, by n. Runs inside one transaction: it uses tables, not `read` and `write`. */
  readonly migrations: ReadonlyMap<number, (table: (name: string) => Table) => void>;
}

export interface EnvironmentOptions {
  /** Only from a process that does not write it. Nothing is made and nothing is migrated. */
  readonly readOnly?: boolean;
  /** The log's one writer: it migrates an older format, after a backup. */
  readonly migrate?: boolean;
}

/** Keys are bytes of a fixed size (`keys.ts`), values bytes with a version first. */
export type Table = Database<Buffer, Buffer>;

const formatKey = Buffer.from("format");

const readersFull = -30790;

export class Environment {
  readonly folder: string;
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #tables = new Map<string, Table>();
  readonly #canary: Canary;
  readonly #readOnly: boolean;
  /** Format it had before it was migrated by this opening, and where that is kept. */
  readonly migrated: { readonly from: number; readonly backup: string } | null;
  #closed = false;

  /**
   * @param folder made if it is missing, unless read-only
   * @throws HB_LOG_OPEN, HB_FORMAT_NEWER when a newer version has written it, HB_FORMAT_OLDER when it is to be migrated
   *   first, HB_BACKUP when it can't be backed up before that
   */
  constructor(folder: string, format: LogFormat, { readOnly = false, migrate = false }: EnvironmentOptions = {}) {
    this.folder = folder;
    this.#readOnly = readOnly;
    this.#root = openRoot(folder, readOnly);
    this.#canary = new Canary(folder);
    try {
      if (!readOnly) this.#root.readerCheck();
      this.migrated = this.#agreeOn(format, migrate);
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

  /** Size of a page in bytes, the number of the last page of the file, and that of the last transaction. */
  pages(): { readonly pageSize: number; readonly last: number; readonly transaction: number } {
    return this.read(() => {
      const { pageSize, lastPageNumber, lastTxnId } = this.#root.getStats() as unknown as {
        readonly pageSize: number;
        readonly lastPageNumber: number;
        readonly lastTxnId: number;
      };
      return { pageSize, last: lastPageNumber, transaction: lastTxnId };
    });
  }

  /** The oldest transaction whose state a reader of any process still sees; infinite where there is none. */
  oldestRead(): number {
    this.#root.readerCheck();
    // A line a reader: process, thread, transaction.
    const reads = this.#root.readerList().matchAll(/^\s*\d+\s+[0-9a-f]+\s+(\d+)\s*$/gm);
    return Math.min(...[...reads].map(([, transaction]) => Number(transaction)));
  }

  /** Can be called twice. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#canary.close();
    await this.#root.close();
  }

  #agreeOn({ version, migrations }: LogFormat, migrate: boolean): Environment["migrated"] {
    const meta = this.table("meta");
    const found = this.read(() => meta.get(formatKey)?.[0]);
    if (found === version) return null;
    const write = (): void => void meta.put(formatKey, Buffer.of(version));
    if (found === undefined) {
      if (!this.#readOnly) this.write(write);
      return null;
    }
    if (found > version || !migrate) throw formatError(this.folder, found, version);
    const backup = keepBackup(this.folder, found);
    this.write(
      () => {
        for (let from = found; from < version; from++) migrations.get(from)?.((name) => this.table(name));
        write();
      },
      statSync(join(backup, "data.mdb")).size,
    );
    return { from: found, backup };
  }
}

function formatError(folder: string, found: number, version: number): HeartbeatError {
  if (found > version) {
    return new HeartbeatError(
      "HB_FORMAT_NEWER",
      `the log in ${folder} has format ${found}; this version knows up to ${version}`,
      { hint: "run the newer version of heartbeat that wrote it" },
    );
  }
  return new HeartbeatError(
    "HB_FORMAT_OLDER",
    `the log in ${folder} has format ${found}; this version reads ${version}`,
    {
      hint: "start the daemon once: it keeps a backup and brings the log to the new format",
    },
  );
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

function openRoot(folder: string, readOnly: boolean): RootDatabase<Buffer, Buffer> {
  try {
    if (!readOnly) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return open<Buffer, Buffer>({
      path: folder,
      // A folder with a dot in its name is a folder still.
      noSubdir: false,
      encoding: "binary",
      keyEncoding: "binary",
      maxDbs: 12,
      cache: false,
      overlappingSync: false,
      readOnly,
    });
  } catch (error) {
    throw new HeartbeatError("HB_LOG_OPEN", `the log in ${folder} can't be opened: ${(error as Error).message}`, {
      hint: "check the folder's owner and rights, and that the disk is not full",
      cause: error,
    });
  }
}

// A log whose file LMDB could not survive opening: cut short, or without a valid head. LMDB maps the file and trusts
// it, so such a one would end the process; it is set aside before anything opens it, and a fresh one begins.
//
// Of the file's two first pages, the heads, the one of the newest transaction counts. What is read of one (LMDB 0.9,
// data version 2, little-endian):
//   24  magic, u32        28  data version, u32        48  page size, u32       144  last page, u64       152  transaction, u64

import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

const magic = 0xbe_ef_c0_de;
const headBytes = 160;
const [leastPage, mostPage] = [512, 65_536];

/** What was set aside, in a sentence; `null` when both logs can be opened. */
export function setAsideBroken(logFolder: string, now: Date): string | null {
  const suffix = `broken-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const pulses = fileDamage(join(logFolder, "pulses"));
  if (pulses !== null) {
    const aside = `${logFolder}.${suffix}`;
    renameSync(logFolder, aside);
    return `the pulses log was broken (${pulses}): both logs are kept in ${aside}, and new ones were begun`;
  }
  const folder = join(logFolder, "snapshots");
  const snapshots = fileDamage(folder);
  if (snapshots === null) return null;
  const aside = `${folder}.${suffix}`;
  renameSync(folder, aside);
  return `the snapshots log was broken (${snapshots}): it is kept in ${aside}, and a new one is made from the pulses`;
}

/**
 * Why the environment's file can't be opened; `null` where it can, or there is none.
 * It finds what the file's length and its heads show, not a damaged page within.
 */
export function fileDamage(folder: string): string | null {
  const path = join(folder, "data.mdb");
  if (!existsSync(path)) return null;
  const bytes = statSync(path).size;
  if (bytes === 0) return null;
  const head = newestHead(path);
  if (head === null) return `${path} has no valid head`;
  const expected = (head.lastPage + 1) * head.pageBytes;
  return bytes < expected ? `${path} is cut short: expected at least ${expected} bytes, it has ${bytes}` : null;
}

interface Head {
  readonly pageBytes: number;
  readonly lastPage: number;
  readonly transaction: number;
}

function newestHead(path: string): Head | null {
  const file = openSync(path, "r");
  try {
    const first = readHead(file, 0);
    // Where the first is unreadable the page size is not known: every size there is gets a try.
    const places = first === null ? powersOfTwo(leastPage, mostPage) : [first.pageBytes];
    const second = places.map((at) => readHead(file, at)).find((head) => head !== null) ?? null;
    if (first === null || second === null) return first ?? second;
    return first.transaction >= second.transaction ? first : second;
  } finally {
    closeSync(file);
  }
}

function readHead(file: number, at: number): Head | null {
  const bytes = Buffer.alloc(headBytes);
  if (readSync(file, bytes, 0, headBytes, at) < headBytes || bytes.readUInt32LE(24) !== magic) return null;
  const pageBytes = bytes.readUInt32LE(48);
  if (!powersOfTwo(leastPage, mostPage).includes(pageBytes)) return null;
  return {
    pageBytes,
    lastPage: Number(bytes.readBigUInt64LE(144)),
    transaction: Number(bytes.readBigUInt64LE(152)),
  };
}

function powersOfTwo(from: number, to: number): number[] {
  const sizes: number[] = [];
  for (let size = from; size <= to; size *= 2) sizes.push(size);
  return sizes;
}

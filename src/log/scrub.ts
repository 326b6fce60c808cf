// After something was forgotten its bytes still stand in the file: beside what a page holds, where a value was moved or
// made shorter, and in pages that are free. So the pages are written anew, then all free pages are filled with blank
// records until the file grows, and these are deleted.

import { setTimeout as wait } from "node:timers/promises";
import { HeartbeatError } from "../errors.js";
import type { Environment, Table } from "./environment.js";
import { numberKey } from "./keys.js";

/** Pages filled at a time, and by how many the file can grow. */
const pagesAtOnce = 512;
/** Of a page, what LMDB itself may need of it. */
const pageHeader = 64;
/** Values touched at a time, in bytes. */
const bytesAtOnce = 4 * 1_048_576;
/** A reader that sees an older state holds its pages back; it is waited for so long, in ms, and looked at so often. */
const readersLimitMs = 10_000;
const lookMs = 10;

/**
 * Writes the leaf pages around these keys anew, without a change: LMDB then copies only what they hold.
 * @param keys ascending
 */
export function touchPages(environment: Environment, table: Table, keys: readonly Buffer[]): void {
  const { pageSize } = environment.pages();
  let done: Buffer | undefined;
  let pending: { readonly key: Buffer; readonly value: Buffer }[] = [];
  let bytes = 0;
  const flush = (): void => {
    environment.write(() => {
      for (const { key, value } of pending) void table.put(key, value);
    }, bytes);
    pending = [];
    bytes = 0;
  };
  for (const start of keys) {
    for (const entry of around(environment, table, start, done, 2 * pageSize)) {
      pending.push(entry);
      bytes += entry.value.length;
      if (bytes >= bytesAtOnce) flush();
    }
    done = start;
  }
  flush();
}

/** The value at `start` and those before it, as many as fill `least` bytes of leaf pages; none up to `done`. */
function around(environment: Environment, table: Table, start: Buffer, done: Buffer | undefined, least: number) {
  return environment.read(() => {
    const found: { key: Buffer; value: Buffer }[] = [];
    let filled = 0;
    for (const { key, value } of table.getRange({ start, reverse: true })) {
      if (filled >= least || (done !== undefined && Buffer.compare(key, done) <= 0)) break;
      found.push({ key: Buffer.from(key), value: Buffer.from(value) });
      // A larger value has pages of its own.
      filled += value.length > least / 4 ? 24 : value.length;
    }
    return found;
  });
}

/**
 * When it resolves no free page holds anything that was there before.
 * @throws HeartbeatError HB_BUSY while a reader goes on seeing it
 */
export async function blankFreePages(environment: Environment): Promise<void> {
  const { transaction } = environment.pages();
  for (let waitedMs = 0; environment.oldestRead() < transaction; waitedMs += lookMs) {
    if (waitedMs >= readersLimitMs) {
      throw new HeartbeatError("HB_BUSY", "another program still reads the log as it was before", {
        hint: "wait until `heartbeat verify`, `replay` or `export` has ended, and ask the same again",
      });
    }
    await wait(lookMs);
  }
  fillAndEmpty(environment);
}

function fillAndEmpty(environment: Environment): void {
  const blanks = environment.table("blanks");
  const { pageSize, last } = environment.pages();
  const blank = Buffer.alloc(pageSize - pageHeader);
  let count = 0;
  do {
    environment.write(() => {
      for (let i = 0; i < pagesAtOnce; i++) void blanks.put(numberKey(count++), blank);
    }, pagesAtOnce * pageSize);
  } while (environment.pages().last <= last);
  for (let at = 0; at < count; at += pagesAtOnce) {
    environment.write(() => {
      for (let i = at; i < Math.min(count, at + pagesAtOnce); i++) void blanks.remove(numberKey(i));
    });
  }
}

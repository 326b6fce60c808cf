// The format of the snapshot log and how an older one becomes it.
//
//   1   a record held its whole snapshot; ids held nothing; values other than records were not sealed
//   2   records are deltas of their UTC day

import { inflateRawSync } from "node:zlib";
import { HeartbeatError } from "../errors.js";
import { blockOf } from "../pipeline/beat-clock.js";
import type { LogFormat, Table } from "./environment.js";
import { numberKey } from "./keys.js";
import { RecordDay } from "./snapshot-record.js";
import { idKey, packCheckpoint, packNotes, placeKey, unpackWhole, versioned } from "./snapshot-values.js";

export const snapshotsFormat: LogFormat = { version: 2, migrations: new Map([[1, fromWholeRecords]]) };

function fromWholeRecords(table: (name: string) => Table): void {
  const [records, texts, ids] = [table("records"), table("texts"), table("ids")];
  const [checkpoints, notes] = [table("checkpoints"), table("notes")];
  for (const key of keysOf(texts)) put(texts, key, versioned(storedValue(texts, key)));
  for (const key of keysOf(notes)) put(notes, key, packNotes(JSON.parse(storedValue(notes, key).toString())));
  let day = new RecordDay();
  for (const key of keysOf(records)) {
    const record = unpackWhole(inflate(storedValue(records, key)), (hash) =>
      storedValue(texts, Buffer.from(hash, "hex")).toString("utf8", 1),
    );
    const { id, instant, ordinal } = record.tick;
    if (!day.holds(instant)) day = new RecordDay();
    const isFirst = day.isEmpty;
    const k = Number(id.split(".")[1] ?? 0);
    put(records, key, day.encode(record, k));
    put(ids, idKey(blockOf(instant), k), versioned(numberKey(ordinal)));
    const state = checkpoints.get(key);
    if (state === undefined) continue;
    put(checkpoints, placeKey({ ordinal, seq: 0 }), packCheckpoint(isFirst, inflate(state)));
    void checkpoints.remove(key);
  }
}

function inflate(value: Buffer): string {
  return inflateRawSync(value.subarray(1)).toString();
}

function keysOf(table: Table): readonly Buffer[] {
  return [...table.getKeys()].map((key) => Buffer.from(key));
}

function storedValue(table: Table, key: Buffer): Buffer {
  const value = table.get(key);
  if (value !== undefined) return value;
  throw new HeartbeatError("HB_LOG_CORRUPT", `the value ${key.toString("hex")} is missing from the snapshot log`);
}

function put(table: Table, key: Buffer, value: Buffer): void {
  void table.put(key, value);
}

// Keys and values of the snapshot log other than its records.

import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { GapReason } from "../actors/assembly/protocol.js";
import type { FoldSettings } from "../pipeline/tick.js";
import type { SnapshotRecord } from "../pipeline/wire.js";
import { keyNumber, numberKey } from "./keys.js";
import { damaged, seal, unseal } from "./sealed.js";

/** Version of every value but a record. */
const valueVersion = 1;
/** Ids a block can have. */
export const idsPerBlock = 65_536;

/** Reads the texts that a record names by their hash. */
export type TextOf = (hash: string) => string;

/** What happened between a snapshot and the one before it. */
export interface Notes {
  /** Ids of the first and last block without a snapshot. */
  readonly gap?: { readonly from: string; readonly to: string; readonly reason: GapReason };
  /** The clock was set back: from the instant of the snapshot before to that of this one, RFC 3339. */
  readonly clockStep?: { readonly from: string; readonly to: string; readonly epoch: number };
}

/** Where a checkpoint stands: after the tick of `ordinal`, and the pulses up to `seq` where that is not 0. */
export interface CheckpointPlace {
  readonly ordinal: number;
  readonly seq: number;
}

/**
 * Ordinals of snapshots that were made from pulses which were forgotten after `through` was made: recomputed, they may
 * be others. What came after it was made from the checkpoint kept right after `through`.
 */
export interface ForgottenSpan {
  readonly from: number;
  readonly through: number;
}

export const forgottenKey = Buffer.from("forgotten");

export function idKey(block: number, k: number): Buffer {
  return numberKey(block * idsPerBlock + k);
}

export function placeKey({ ordinal, seq }: CheckpointPlace): Buffer {
  return Buffer.concat([numberKey(ordinal), numberKey(seq)]);
}

export function placeOf(key: Buffer): CheckpointPlace {
  return { ordinal: keyNumber(key.subarray(0, 8)), seq: keyNumber(key.subarray(8)) };
}

/** The first byte says whether it is its day's first: 1. */
export function checkpointBody(value: Buffer, { ordinal, seq }: CheckpointPlace): Buffer {
  return unseal(value, valueVersion, `the checkpoint after record ${ordinal}${seq === 0 ? "" : ` and p${seq}`}`);
}

export function packNotes(notes: Notes): Buffer {
  return seal(valueVersion, Buffer.from(JSON.stringify(notes)));
}

export function packCheckpoint(isFirst: boolean, state: string): Buffer {
  return seal(valueVersion, Buffer.of(isFirst ? 1 : 0), deflateRawSync(state));
}

export function packForgotten(spans: readonly ForgottenSpan[]): Buffer {
  return seal(valueVersion, Buffer.from(JSON.stringify(spans)));
}

export function unpackForgotten(value: Buffer): readonly ForgottenSpan[] {
  return JSON.parse(unseal(value, valueVersion, "the list of what was forgotten").toString()) as ForgottenSpan[];
}

export function versioned(value: Buffer): Buffer {
  return Buffer.concat([Buffer.of(valueVersion), value]);
}

/** A record that holds its whole snapshot. */
export function packWhole({ tick, ...rest }: SnapshotRecord): string {
  const { intentions: _intentions, config: _config, ...stored } = tick;
  return JSON.stringify({ tick: stored, ...rest });
}

export function unpackWhole(json: string, textOf: TextOf): SnapshotRecord {
  const { tick, ...rest } = JSON.parse(json) as SnapshotRecord;
  const config = JSON.parse(textOf(rest.inputs.config)) as FoldSettings;
  return { tick: { ...tick, intentions: textOf(rest.inputs.intentions), config }, ...rest };
}

/** The newest record, whole. */
export function packLatest(record: SnapshotRecord): Buffer {
  return seal(valueVersion, deflateRawSync(packWhole(record)));
}

/** @throws HeartbeatError HB_LOG_CORRUPT */
export function unpackLatest(value: Buffer, textOf: TextOf): SnapshotRecord {
  const body = unseal(value, valueVersion, "the newest snapshot, kept whole,");
  return unpackWhole(inflateRawSync(body).toString(), textOf);
}

/** @param name of the value, for the error. @throws HeartbeatError HB_LOG_CORRUPT */
export function unversioned(value: Buffer, name: string): Buffer {
  if (value[0] === valueVersion) return value.subarray(1);
  throw damaged(name);
}

export function unpackNotes(value: Buffer, ordinal: number): Notes {
  return JSON.parse(unseal(value, valueVersion, `the note before record ${ordinal}`).toString()) as Notes;
}

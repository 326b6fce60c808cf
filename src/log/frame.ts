// Writes a frame as the log keeps it (layout: `src/pipeline/frame.ts`) and checks one that was read.

import { createHash } from "node:crypto";
import { HeartbeatError } from "../errors.js";
import { erasePulse } from "../pipeline/forgotten.js";
import {
  decodeFrame,
  erasedFlag,
  erasedPayloadOffset,
  frameVersion,
  hashOffset,
  payloadOffset,
} from "../pipeline/frame.js";
import type { Frame } from "../pipeline/pulse.js";

/** A record as it stands in the log. */
export function encodeFrame({ receivedAt, epoch, pulses }: Omit<Frame, "first">): Buffer {
  const json = JSON.stringify({ receivedAt, epoch, pulses });
  const record = Buffer.allocUnsafe(payloadOffset + Buffer.byteLength(json));
  record[0] = frameVersion;
  record[1] = 0;
  record.write(json, payloadOffset, "utf8");
  record.set(sha256(record), hashOffset);
  return record;
}

/**
 * The record without what some of its pulses said: the hash it had stays, for the chain of those made from it.
 * @param said a number for what each of them said, by seq
 * @returns `null` where none of its pulses is one of them
 */
export function eraseFrame(record: Uint8Array, first: number, said: ReadonlyMap<number, number>): Buffer | null {
  const { receivedAt, epoch, pulses, forgotten = {} } = decodeFrame(record, first);
  const erased: Record<number, number> = { ...forgotten };
  const left = pulses.map((pulse, index) => {
    const number = said.get(first + index);
    if (number === undefined || forgotten[index] !== undefined) return pulse;
    erased[index] = number;
    return erasePulse(pulse);
  });
  if (Object.keys(erased).length === Object.keys(forgotten).length) return null;
  const payload = Buffer.from(JSON.stringify({ receivedAt, epoch, pulses: left, forgotten: erased }));
  const before = hashOf(record);
  const proof = createHash("sha256").update(before).update(payload).digest();
  return Buffer.concat([Buffer.of(frameVersion, erasedFlag), before, proof, payload]);
}

export function isErased(record: Uint8Array): boolean {
  return record[1] === erasedFlag;
}

/** The sha256 that a record carries of its payload, or of the one it had before something of it was forgotten. */
export function hashOf(record: Uint8Array): Uint8Array {
  return record.subarray(hashOffset, payloadOffset);
}

function isIntact(record: Uint8Array): boolean {
  const [version, flags] = record;
  if (version !== frameVersion) return false;
  if (flags === 0) return sha256(record).equals(hashOf(record));
  if (flags !== erasedFlag) return false;
  const proof = createHash("sha256").update(hashOf(record)).update(record.subarray(erasedPayloadOffset)).digest();
  return proof.equals(record.subarray(payloadOffset, erasedPayloadOffset));
}

/** Bytes of the smallest pulse in a frame, `{"source":"a","text":"b"}`, and the comma before it. */
const leastPulseBytes = 26;

/** More pulses than this can't have been in a record of that length, whatever became of its bytes. At least 1. */
export function mostPulsesIn(record: Uint8Array): number {
  return Math.max(1, Math.ceil((record.length - payloadOffset) / leastPulseBytes));
}

/**
 * The HB_LOG_CORRUPT that names the record, if its bytes are not those that were written; else `null`.
 * @throws HeartbeatError HB_FORMAT_NEWER that names it
 */
export function damageOf(record: Uint8Array, first: number): HeartbeatError | null {
  const version = record[0] ?? 0;
  if (version > frameVersion) {
    throw new HeartbeatError(
      "HB_FORMAT_NEWER",
      `record p${first} of the pulses log has version ${version}; this version knows up to ${frameVersion}`,
      { hint: "run the newer version of heartbeat that wrote it" },
    );
  }
  if (isIntact(record)) return null;
  return new HeartbeatError("HB_LOG_CORRUPT", `record p${first} of the pulses log is damaged: its hash does not fit`, {
    hint: "what was stored there is lost, all other records are read; check the disk",
  });
}

/** Of the payload of a record. */
function sha256(record: Uint8Array): Buffer {
  return createHash("sha256").update(record.subarray(payloadOffset)).digest();
}

// Writes a frame as the log keeps it (layout: `src/pipeline/frame.ts`) and checks one that was read.

import { createHash } from "node:crypto";
import { HeartbeatError } from "../errors.js";
import { frameVersion, hashOffset, payloadOffset } from "../pipeline/frame.js";
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

/** The sha256 that a record carries of its payload. */
export function hashOf(record: Uint8Array): Uint8Array {
  return record.subarray(hashOffset, payloadOffset);
}

function isIntact(record: Uint8Array): boolean {
  return record.length > payloadOffset && sha256(record).equals(hashOf(record));
}

/** @throws HeartbeatError HB_FORMAT_NEWER, HB_LOG_CORRUPT, both naming the record */
export function verifyRecord(record: Uint8Array, first: number): void {
  const version = record[0] ?? 0;
  if (version > frameVersion) {
    throw new HeartbeatError(
      "HB_FORMAT_NEWER",
      `record p${first} of the pulses log has version ${version}; this version knows up to ${frameVersion}`,
      { hint: "run the newer version of heartbeat that wrote it" },
    );
  }
  if (isIntact(record)) return;
  throw new HeartbeatError("HB_LOG_CORRUPT", `record p${first} of the pulses log is damaged: its hash does not fit`, {
    hint: "what was stored there is lost, the records before it can be read; check the disk",
  });
}

/** Of the payload of a record. */
function sha256(record: Uint8Array): Buffer {
  return createHash("sha256").update(record.subarray(payloadOffset)).digest();
}

// Reads a frame as the log keeps it. Self-contained: nothing but the record and its key is needed to read it, now or in
// years. Whoever reads from disk checks the hash first (`damageOf` in the log).
//
//   byte 0        1           2 … 33                  34 …
//   version = 1   flags = 0   sha256 of the payload   payload: UTF-8 JSON {"receivedAt", "epoch", "pulses": […]}
//   version = 1   flags = 1   as it was before        sha256 of that and the payload, then the payload: of it some text
//                                                     was forgotten

import type { Frame } from "./pulse.js";

export const frameVersion = 1;
export const hashOffset = 2;
export const payloadOffset = 34;
/** Flags of a record of which something was forgotten. */
export const erasedFlag = 1;
/** Where the payload of such a record begins. */
export const erasedPayloadOffset = 66;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** @param first the record's key: seq of its first pulse. @throws if the payload is no frame, which its hash rules out */
export function decodeFrame(record: Uint8Array, first: number): Frame {
  const offset = record[1] === erasedFlag ? erasedPayloadOffset : payloadOffset;
  const payload = JSON.parse(utf8.decode(record.subarray(offset))) as Omit<Frame, "first">;
  return { ...payload, first };
}

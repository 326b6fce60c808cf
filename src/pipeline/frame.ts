// A record of the pulses log, read. Self-contained: it can be decoded alone, by another version, years later.
//
//   byte 0   byte 1   bytes 2…33            bytes 34…
//   version  flags    sha256 of the payload payload: UTF-8 JSON {"receivedAt", "epoch", "pulses": […]}

import type { Frame } from "./pulse.js";

export const frameVersion = 1;
export const frameHeaderBytes = 34;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The payload of a record, without its header. */
export function framePayload(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(frameHeaderBytes);
}

/** The sha256 that a record carries of its payload. */
export function frameHash(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(2, frameHeaderBytes);
}

/**
 * @param first the record's key: seq of its first pulse
 * @throws TypeError or SyntaxError for bytes that are no frame; the log checks the hash before
 */
export function decodeFrame(first: number, bytes: Uint8Array): Frame {
  return { first, ...(JSON.parse(decoder.decode(framePayload(bytes))) as Omit<Frame, "first">) };
}

// Keys of the logs: always of a fixed size, never the user's text. Text of any length is found by its hash.

import { createHash } from "node:crypto";

/** Key of a number: 8 bytes, big-endian, so that the order of keys is the order of numbers. */
export function numberKey(value: number): Buffer {
  const key = Buffer.allocUnsafe(8);
  key.writeBigUInt64BE(BigInt(value));
  return key;
}

export function keyNumber(key: Uint8Array): number {
  return Number(Buffer.from(key.buffer, key.byteOffset, key.byteLength).readBigUInt64BE());
}

/** Key of an idempotency id: the first 16 bytes of sha256 over source and id as they were sent, with their border. */
export function idKey(source: string, id: string): Buffer {
  return createHash("sha256").update(`${source.length}:${source}${id}`).digest().subarray(0, 16);
}

// A sealed value: a version byte, then the first bytes of a sha256 over all the rest, then the body. So each flipped byte
// of a stored value is found, wherever it stands, also where inflating would not notice.
//
//   byte 0    1 … 8   9 …
//   version   seal    body

import { createHash } from "node:crypto";
import { HeartbeatError } from "../errors.js";

const sealBytes = 8;
const bodyOffset = 1 + sealBytes;

export function seal(version: number, ...body: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat([Buffer.of(version), Buffer.alloc(sealBytes), ...body]);
  sealOf(value).copy(value, 1);
  return value;
}

/**
 * The body of a sealed value.
 * @param name of the value, for the error
 * @throws HeartbeatError HB_FORMAT_NEWER, HB_LOG_CORRUPT, both naming the value
 */
export function unseal(value: Buffer, version: number, name: string): Buffer {
  const found = value[0] ?? 0;
  if (value.length >= bodyOffset && sealOf(value).equals(value.subarray(1, bodyOffset))) {
    if (found === version) return value.subarray(bodyOffset);
    throw new HeartbeatError("HB_FORMAT_NEWER", `${name} has version ${found}; this version knows up to ${version}`, {
      hint: "run the newer version of heartbeat that wrote it",
    });
  }
  throw damaged(name);
}

/** @param name of the value whose bytes are not those that were written */
export function damaged(name: string): HeartbeatError {
  return new HeartbeatError("HB_LOG_CORRUPT", `${name} is damaged`, {
    hint: "`heartbeat verify` names what is damaged; check the disk",
  });
}

/** Over the version and the body. */
function sealOf(value: Buffer): Buffer {
  const hash = createHash("sha256").update(value.subarray(0, 1)).update(value.subarray(bodyOffset));
  return hash.digest().subarray(0, sealBytes);
}

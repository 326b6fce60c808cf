// What goes to a thread of the pool and what comes back: frames in, digests out, in order.

import type { PulseDigest } from "../../pipeline/digest.js";

export interface ClassificationTask {
  readonly frames: readonly { readonly first: number; readonly record: Uint8Array }[];
}

export type ClassificationResult = readonly PulseDigest[];

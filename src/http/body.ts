// Reads a request body into memory of its own, so that it can be handed to another thread. Two bounds hold: the size of
// one body, and what all of them hold together from their first byte to the answer (`Intake`). What passes a bound is
// refused; the rest of such a body is read and dropped, so that the client gets to see the answer.

import { ProblemError } from "./problem.js";
import type { HttpRequest } from "./transport.js";

/** Requests between their first byte and their answer, at most. Beyond: 503 HB_BUSY. */
export const maxOutstandingRequests = 1_024;

/** Bytes that all bodies hold together, at most; at least two of the largest have room. Beyond: 503 HB_BUSY. */
export function maxOutstandingBytes(maxBodyBytes: number): number {
  return Math.max(32 * 1_024 * 1_024, 2 * maxBodyBytes);
}

/** Room for one request in the intake. */
export interface Ticket {
  /** False when there is no room for so many further bytes. */
  take(bytes: number): boolean;
  /** Gives everything back. Can be called twice. */
  leave(): void;
}

/** What is held of requests that write. Overflow is refused, never queued. */
export class Intake {
  readonly #maxRequests: number;
  readonly #maxBytes: number;
  #requests = 0;
  #bytes = 0;

  constructor(maxRequests: number, maxBytes: number) {
    this.#maxRequests = maxRequests;
    this.#maxBytes = maxBytes;
  }

  /** @throws ProblemError HB_BUSY when there are too many requests already */
  enter(): Ticket {
    if (this.#requests >= this.#maxRequests) throw busy();
    this.#requests++;
    let held = 0;
    let inside = true;
    return {
      take: (bytes) => {
        if (!inside || this.#bytes + bytes > this.#maxBytes) return false;
        this.#bytes += bytes;
        held += bytes;
        return true;
      },
      leave: () => {
        if (!inside) return;
        inside = false;
        this.#requests--;
        this.#bytes -= held;
      },
    };
  }
}

/** Up to this size a body whose length was announced gets its memory at once. */
const trustedLength = 64 * 1_024;

/**
 * @param limit bytes the body may have
 * @throws ProblemError 413 HB_BODY_TOO_LARGE, 503 HB_BUSY, and HB_ABORTED when the client went away, which nobody gets to see
 */
export function readBody(request: HttpRequest, limit: number, ticket: Ticket): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.header("content-length") ?? Number.NaN);
  if (announced > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    let bytes = new Uint8Array(0);
    let used = 0;
    let over = false;
    const refuse = (error: ProblemError): void => {
      over = true;
      bytes = new Uint8Array(0);
      reject(error);
    };
    request.onAbort(() => refuse(aborted()));
    request.onBody((chunk, last) => {
      if (over) return;
      const needed = used + chunk.byteLength;
      if (needed > limit) return refuse(tooLarge(limit));
      if (needed > bytes.byteLength) {
        const capacity = grow(bytes.byteLength, needed, last, announced, limit);
        if (!ticket.take(capacity - bytes.byteLength)) return refuse(busy());
        const wider = new Uint8Array(capacity);
        wider.set(bytes.subarray(0, used));
        bytes = wider;
      }
      bytes.set(chunk, used);
      used = needed;
      if (!last) return;
      over = true;
      resolve(used === bytes.byteLength ? bytes : bytes.slice(0, used));
    });
  });
}

function grow(capacity: number, needed: number, last: boolean, announced: number, limit: number): number {
  if (last) return needed;
  if (announced <= trustedLength && announced >= needed) return announced;
  return Math.min(limit, Math.max(needed, 2 * capacity));
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError({
    status: 413,
    code: "HB_BODY_TOO_LARGE",
    detail: `expected a body of at most ${limit} bytes; a larger one came`,
    hint: "send it in several requests",
    members: { limit },
  });
}

function busy(): ProblemError {
  return new ProblemError({
    status: 503,
    code: "HB_BUSY",
    detail: "too much is being taken in already; nothing of this request was stored",
    retryAfter: 1,
  });
}

function aborted(): ProblemError {
  return new ProblemError({
    status: 499,
    code: "HB_ABORTED",
    detail: "the client went away before the body was whole",
  });
}

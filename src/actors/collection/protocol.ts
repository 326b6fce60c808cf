// What the collection actor is told and asked, and what it answers.

import type { Instant } from "../../clock.js";
import type { PulseAnswer } from "../../pipeline/pulse.js";

export type CollectionMessage =
  /** From http: one request body as it came. It is parsed, checked, redacted, stored and flushed before the answer. */
  | {
      readonly type: "pulses";
      readonly body: Uint8Array /** Name of the collector that sent it, if one did. */;
      readonly collector?: string;
    }
  /** From main: flush what is held and say the head. */
  | { readonly type: "flush" }
  /** From main: take nothing from collectors until this instant (ms since 1970), `null` for until resumed. */
  | { readonly type: "pause"; readonly until: number | null }
  | { readonly type: "resume" }
  | EraseMessage
  /** From main: drop the frames received before an instant (ms since 1970), none that reaches beyond `upTo`. */
  | { readonly type: "prune"; readonly before: number; readonly upTo: number };

/** From assembly: take out what these pulses said; by seq, a number for what it said. Answered when no byte of it is left. */
export interface EraseMessage {
  readonly type: "erase";
  readonly said: ReadonlyMap<number, number>;
}

export interface CollectionAnswers {
  pulses: PulsesResult;
  flush: { readonly head: number };
  pause: undefined;
  resume: undefined;
  erase: undefined;
  prune: PruneAnswer;
}

export interface PruneAnswer {
  /** Frames that were dropped by this. */
  readonly frames: number;
  /** Seq of the last pulse that is gone; 0 for none. */
  readonly pruned: number;
  /** Bytes that the pulses log uses now. */
  readonly usedBytes: number;
}

export type PulsesResult =
  /** Judged item by item; what is valid is durable. */
  | { readonly type: "judged"; readonly answer: PulseAnswer }
  /** Refused whole: nothing of it was stored. */
  | {
      readonly type: "refused";
      /** HTTP status that says it: 400 malformed, 413 too large, 503 busy or paused, 507 no space. */
      readonly status: 400 | 413 | 503 | 507;
      readonly code: string;
      readonly message: string;
      /** What to do about it. */
      readonly hint?: string;
      /** Seconds after which trying again makes sense; absent where it never does. */
      readonly retryAfter?: number;
    };

export interface CollectionReady {
  /** Highest stored seq; 0 for an empty log. */
  readonly head: number;
  /** Latest receipt in the log. */
  readonly last: Instant | null;
  readonly paused: Pause | null;
}

export interface Pause {
  /** ms since 1970; `null` until resumed. */
  readonly until: number | null;
}

/** What collection tells assembly: every pulse up to `head` is flushed and readable. */
export interface HeadMessage {
  readonly type: "head";
  readonly head: number;
}

/** What collection tells main for `/health`. */
export interface CollectionStatus {
  readonly head: number;
  /** Bytes of used pages in the pulses log, and what it may grow to. */
  readonly usedBytes: number;
  readonly maxBytes: number;
  /** Why nothing can be stored now, in a sentence; `null` when it can. */
  readonly trouble: string | null;
  /** What is wrong with the newest record of the log, in a sentence; `null` when it was sound. */
  readonly damaged: string | null;
  readonly paused: Pause | null;
}

/** What the actor is started with. */
export interface CollectionSettings {
  /** Folder of the `pulses` environment. */
  readonly folder: string;
  /** Used pages may grow to this; degraded at 80 %, 507 at 100 %. */
  readonly maxBytes: number;
  /** The user's own patterns, regular expressions; what they match becomes `[REDACTED:custom]`. */
  readonly redactPatterns: readonly string[];
}

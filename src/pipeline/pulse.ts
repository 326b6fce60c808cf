// A pulse: one signal. The schema here is the one source of its type, its check and its documentation.
// checkPulse judges one item and never throws: a bad one is answered with its code and a sentence.

/** Answer to `POST /pulse` and to every WebSocket frame. */
export interface PulseAnswer {
  /** Seq of the first stored pulse; the stored ones are consecutive, in the order sent. `null` when none was stored. */
  readonly first: number | null;
  /** How many were stored. */
  readonly count: number;
  readonly duplicates: readonly { readonly index: number; readonly seq: number }[];
  readonly errors: readonly {
    readonly index: number;
    readonly code: string;
    readonly message: string;
    readonly permanent: true;
  }[];
}

/** A pulse as it is stored: checked, redacted, well-formed; only what was sent, but for `time`, which is always there. */
export interface Pulse {
  readonly source: string;
  /** `signal` if absent. */
  readonly type?: string;
  readonly text?: string;
  /** ms since 1970: when it happens; absent: at receipt. */
  readonly time?: number;
  /** ms since 1970, ≥ `time`. */
  readonly until?: number;
  readonly key?: string;
  readonly id?: string;
  /** Whole hundredths, 0–100; absent: by type. */
  readonly importance?: number;
  readonly category?: string;
  readonly retract?: true;
  readonly refs?: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A frame: what one request or WebSocket message brought, one record of the log. */
export interface Frame {
  /** Seq of its first pulse; the others follow. */
  readonly first: number;
  /** ms since 1970. */
  readonly receivedAt: number;
  readonly epoch: number;
  readonly pulses: readonly Pulse[];
}

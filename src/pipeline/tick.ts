// A tick: everything the fold may know besides pulses. Recorded whole, so that any day can be recomputed.

export type BeatKind = "grid" | "start" | "catchup" | "forced";

/**
 * Offset transitions of a zone, from 400 days before the tick to 400 days after: at `at` (ms since 1970) the offset
 * becomes `minutes` east of UTC. Ascending, never empty; the first also holds before it.
 */
export type ZoneOffsets = readonly { readonly at: number; readonly minutes: number }[];

export interface Tick {
  /** 1, 2, 3 …, rising by one for ever: the order of the log. */
  readonly ordinal: number;
  /** `YYYY-MM-DD/NNN`, or `YYYY-MM-DD/NNN.k` for a further one in the same block. */
  readonly id: string;
  /** ms since 1970. */
  readonly instant: number;
  readonly epoch: number;
  readonly kind: BeatKind;
  /** IANA name of the zone. */
  readonly zone: string;
  readonly offsets: ZoneOffsets;
  /** Highest seq folded in. */
  readonly watermark: number;
  /** Text of the intentions file. */
  readonly intentions: string;
  readonly config: FoldSettings;
}

/** The settings a snapshot depends on. */
export interface FoldSettings {
  /** Tokens of each context window, ≥ 1024, in the order of the configuration; the first is the default. */
  readonly windows: readonly number[];
  /** `gpt-tokenizer` encoding. */
  readonly tokenizer: string;
  /** Nominal shares of the window in per mille, whole numbers. */
  readonly shares: {
    readonly intention: number;
    readonly now: number;
    readonly history: number;
    readonly projection: number;
  };
  /** After this age an item of importance 1 ranks as a new one of importance 0.5. */
  readonly halfLifeMs: number;
  /** A state that was not said again for so long no longer holds. */
  readonly stateTtlMs: number;
}

// A sentence of HISTORY, as the state keeps it.

export type BeatLevel = "block" | "hour" | "day" | "month" | "older";

/** Times are ms since 1970. */
export interface Beat {
  /** Its ref is `b<n>`. */
  readonly n: number;
  level: BeatLevel;
  readonly source: string;
  readonly category: string | null;
  /** Two of one key are never united. */
  readonly keyed: boolean;
  readonly text: string;
  readonly saying: string;
  /** Hundredths. */
  readonly importance: number;
  readonly from: number;
  /** Its end. */
  readonly until: number;
  /** Pulses it tells of. */
  readonly count: number;
  /** ms. */
  readonly active: number;
  /** `p<seq>`, `p<a>..p<b>@source` or `b<n>`; at most 64. */
  readonly refs: readonly string[];
  /** It is an "N more from SOURCE": N is `count`. */
  readonly more: boolean;
}

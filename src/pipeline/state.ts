// The state of the fold: bounded, plain data, and all that a snapshot needs besides its tick.
// `fold` and `step` take it over: the one passed in must not be used again, the one returned is its successor.

import type { Beat } from "./beat.js";
import type { Place } from "./score.js";

/** A line that HISTORY does not tell yet: one pulse, or several that say the same. Times are ms since 1970. */
export interface Item {
  /** Seq of its first pulse; it never changes. */
  readonly ref: number;
  /** Seqs of its first 16 pulses. */
  readonly refs: number[];
  lastRef: number;
  count: number;
  readonly source: string;
  readonly key: string | null;
  readonly type: string;
  category: string | null;
  text: string;
  readonly saying: string;
  /** Hundredths. */
  importance: number;
  begin: number;
  /** Latest `time` merged in. */
  last: number;
  /** When what it says began to hold this time. */
  since: number;
  until: number | null;
  /** `until`, the instant it was superseded, or `last`. */
  end: number;
  /** Latest receipt of a pulse that said it. */
  lastSaid: number;
  /** ms of sayings that lasted 60 s or less. */
  active: number;
  /** It was said before its time. */
  readonly announced: boolean;
  /** It ended two blocks or more before the block it was received in. */
  late: boolean;
  /** It is what its key says now, and has no `until`. */
  held: boolean;
  /** Block of the bucket it stands in; `null` for what is held, announced or hidden. */
  block: number | null;
  /** It is one of a Rest, and stands nowhere else. */
  hidden: boolean;
  /** Refs of a beat that came from outside. */
  readonly drawnFrom: readonly string[];
}

/** The lines of a source in a block beyond its 16 best, as one. */
export interface Rest {
  readonly source: string;
  /** Pulses. */
  count: number;
  begin: number;
  end: number;
  firstRef: number;
  lastRef: number;
  late: boolean;
  /** Latest `until` of those that have one. */
  until: number | null;
  /** Importance and place of the best hidden line. */
  importance: number;
  best: Place;
}

/** The lines of a source whose latest `time` lies in one block. */
export interface Bucket {
  readonly items: Item[];
  rest: Rest | null;
}

/** What a key says now. */
export interface Current {
  /** Place in the order of its key. */
  order: { readonly epoch: number; readonly time: number; readonly seq: number };
  /** The instant at which it replaces what was said before: the earlier of `time` and `receivedAt`. */
  from: number;
  /** `null`: retracted. */
  saying: string | null;
  time: number;
  until: number | null;
  /** It lay ahead when it was said. */
  ahead: boolean;
  last: number;
  lastSaid: number;
  /** Seq of the first pulse of its item; stays when HISTORY tells it. `null`: retracted. */
  readonly ref: number | null;
  /** `null` once HISTORY tells it, or it is shown nowhere. */
  item: Item | null;
}

export interface SourceState {
  lastSaid: number;
  /** How many of its items are announced. */
  announced: number;
  readonly keys: Map<string, Current>;
  readonly buckets: Map<number, Bucket>;
  /** Open items by key (else type) and saying. */
  readonly sayings: Map<string, Item[]>;
}

export interface ShownLine {
  readonly text: string;
  readonly tokens: number;
}

/** What a window showed last, for drift: the lines of each section in the order of the text, headings apart. */
export interface LastShown {
  readonly ordinal: number;
  readonly headings: readonly (ShownLine | null)[];
  readonly sections: readonly (readonly ShownLine[])[];
}

export interface State {
  /** Highest seq folded in. */
  seq: number;
  /** The settings of the last tick that the fold itself needs. */
  stateTtlMs: number;
  halfLifeMs: number;
  readonly sources: Map<string, SourceState>;
  /** Announced items that HISTORY does not tell yet, by begin, then ref. */
  readonly announced: Item[];
  /** HISTORY. */
  beats: Beat[];
  nextBeat: number;
  /** Block of the last tick; `null` before the first. */
  lastBlock: number | null;
  /** Per window the cut line of each shelf: recent, days, older. */
  readonly cutLines: Map<number, readonly Place[]>;
  readonly lastShown: Map<number, LastShown>;
}

export function newSource(lastSaid: number): SourceState {
  return { lastSaid, announced: 0, keys: new Map(), buckets: new Map(), sayings: new Map() };
}

export function emptyState(): State {
  return {
    seq: 0,
    stateTtlMs: 3_600_000,
    halfLifeMs: 96 * 3_600_000,
    sources: new Map(),
    announced: [],
    beats: [],
    nextBeat: 1,
    lastBlock: null,
    cutLines: new Map(),
    lastShown: new Map(),
  };
}

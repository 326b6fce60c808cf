// What http asks the query actor, and what it answers: whole bodies, ready to be sent, and never larger than a page.

import type { SectionDrift } from "../../pipeline/drift.js";
import type { PulseLine } from "../../pipeline/pulse-line.js";
import type { SectionName } from "../../pipeline/snapshot.js";
import type { BeatKind } from "../../pipeline/tick.js";
import type { Why } from "../../pipeline/why.js";

export type QueryMessage =
  /** The pulses after a seq, as NDJSON of `PulseLine`. */
  | { readonly type: "pulses"; readonly after: number; readonly limit: number }
  /** The beats of a UTC day (default: that of the newest), as a `DayPage`; `after` is the id of the last one of the page before. */
  | {
      readonly type: "day";
      readonly day?: string;
      readonly after?: string;
      readonly limit: number;
      readonly window?: number;
    }
  /** One stored snapshot, as `GET /now` gives it. */
  | { readonly type: "snapshot"; readonly id: string; readonly window?: number; readonly format: "json" | "markdown" }
  /** Why a ref stands in a snapshot, or does not: a `WhyBeat`, or for a day a `WhyDay`. */
  | {
      readonly type: "why";
      readonly ref: string;
      readonly beat?: string;
      readonly day?: string;
      readonly window?: number;
    };

export interface QueryAnswers {
  pulses: QueryResult;
  day: QueryResult;
  snapshot: QueryResult;
  why: QueryResult;
}

export type QueryResult =
  | { readonly type: "found"; readonly contentType: string; readonly body: Uint8Array }
  /** There is no such thing. */
  | { readonly type: "refused"; readonly status: 400 | 404; readonly code: string; readonly message: string };

/** One beat of a day. */
export interface BeatRow {
  readonly ordinal: number;
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly time: string;
  /** The same in the zone of the beat, with its offset. */
  readonly local: string;
  readonly kind: BeatKind;
  readonly hash: string;
  readonly window: number;
  readonly tokens: number;
  readonly cap: number;
  readonly overBudget: boolean;
  /** In the order of the text; `trimmed` counts items. */
  readonly sections: readonly {
    readonly name: SectionName;
    readonly tokens: number;
    readonly items: number;
    readonly trimmed: number;
  }[];
  readonly drift: SectionDrift & { readonly ratio: number; readonly prefixTokens: number };
  /** First and last id without a snapshot between this beat and the one before. */
  readonly gap?: { readonly from: string; readonly to: string; readonly reason: string };
  /** The clock was set back between this beat and the one before. */
  readonly clockStep?: { readonly from: string; readonly to: string; readonly epoch: number };
}

export interface DayPage {
  /** UTC. */
  readonly day: string;
  readonly zone: string | null;
  readonly beats: readonly BeatRow[];
  /** What to give as `after` for the next page; `null` at the end. */
  readonly next: string | null;
}

/** The subject of a question, as far as the log knows it. */
export interface WhySubject {
  readonly ref: string;
  /** A pulse's own. */
  readonly pulse?: PulseLine;
  /** A sentence's own, and those it was united from. */
  readonly sentence?: WhySentence;
  readonly united?: readonly WhySentence[];
  /** Pulses that a line or sentence was drawn from, the first 64; `more`: there are others. Of an intention: none. */
  readonly pulses?: readonly PulseLine[];
  readonly more?: true;
}

export interface WhySentence {
  readonly ref: string;
  readonly summary: string;
  readonly level: string;
  /** RFC 3339, UTC. */
  readonly from: string;
  readonly until: string;
  readonly refs: readonly string[];
}

export interface WhyBeat extends WhySubject, Why {
  readonly at: BeatName;
  readonly window: number;
}

export interface WhyDay extends WhySubject {
  readonly day: string;
  readonly window: number;
  /** Runs of beats with the same answer, in order; the line shown is that of the last. */
  readonly answers: readonly (Why & { readonly from: BeatName; readonly to: BeatName; readonly beats: number })[];
}

export interface BeatName {
  readonly ordinal: number;
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly time: string;
}

/** What the actor is started with. */
export interface QuerySettings {
  /** Folders of the environments, which it only reads. */
  readonly pulsesFolder: string;
  readonly snapshotsFolder: string;
}

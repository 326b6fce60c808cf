// A snapshot: what a tick gives. Immutable. The shapes of `GET /now` as JSON and of a stored snapshot.

import type { BeatLevel } from "./beat.js";
import type { Rule } from "./classify.js";
import type { Drift } from "./drift.js";

export type SectionName = "INTENTION" | "HISTORY" | "PROJECTION" | "NOW";

/** One line of the text. */
export interface ShownItem {
  /** The whole line, with its newline. */
  readonly text: string;
  /** Its first ref stands in the text. `p<seq>`, `p<a>..p<b>@source`, `b<n>` or `i<n>`. */
  readonly refs: readonly string[];
  /** Of the line with its newline. */
  readonly tokens: number;
  /** The rule that placed it. */
  readonly rule: Rule;
  /** 0..1 */
  readonly importance: number;
  /** RFC 3339, UTC. */
  readonly from?: string;
  readonly until?: string;
  /** Pulses merged into it, where more than one. */
  readonly count?: number;
  /** Active seconds, where there are some. */
  readonly active?: number;
  readonly level?: BeatLevel;
}

export interface Section {
  readonly name: SectionName;
  /** Tokens: nominal, needed untrimmed, allotted, used; headings included. */
  readonly share: number;
  readonly need: number;
  readonly allotted: number;
  readonly tokens: number;
  /** In the order of the text. */
  readonly items: readonly ShownItem[];
  readonly trimmed: {
    readonly items: number;
    readonly tokens: number;
    /** First ref of the best item that was trimmed; `null` if none was. */
    readonly boundary: string | null;
  };
}

/** A snapshot for one window. */
export interface WindowSnapshot {
  /** Tokens of the context window. */
  readonly window: number;
  /** Tokens a snapshot may have in it. */
  readonly cap: number;
  /** Tokens of exactly `text`. */
  readonly tokens: number;
  /** INTENTION alone is larger than the cap; it stands whole, alone. */
  readonly overBudget: boolean;
  /** Four, in the order of the text. */
  readonly sections: readonly Section[];
  readonly drift: Drift;
  /** Markdown. */
  readonly text: string;
}

export interface Snapshot {
  /** In the order of the configuration. */
  readonly windows: readonly WindowSnapshot[];
}

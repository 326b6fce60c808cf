// What the assembly actor is told and asked, and what it answers.

import type { BeatKind, ZoneOffsets } from "../../pipeline/tick.js";

export type AssemblyMessage =
  /** From collection: pulses up to `head` can be read. */
  | { readonly type: "head"; readonly head: number }
  /** From main: make a snapshot. Answered when it is flushed and handed to http. */
  | { readonly type: "tick"; readonly request: TickRequest }
  /** From main: forget these pulses up to `head`. Answered when no byte of what they said is left in the log. */
  | { readonly type: "forget"; readonly what: ToForget; readonly head: number };

/** Which pulses are to be forgotten. */
export type ToForget =
  /** `p<seq>`, a line's `b<n>`: they and all that say the same of their source; `p<a>..p<b>@source`: those of the source. */
  | { readonly ref: string }
  | { readonly source: string }
  /** What happened or was received from the first to the second instant, both included; ms since 1970. */
  | { readonly between: readonly [number, number] };

export interface ForgetAnswer {
  /** Pulses that were forgotten by this; what was forgotten before does not count. */
  readonly pulses: number;
  /** Stored snapshots of which lines were forgotten. */
  readonly snapshots: number;
}

/** All a tick knows but its ordinal and id, which the owner of the snapshot log gives. */
export interface TickRequest {
  readonly kind: BeatKind;
  /** ms since 1970. */
  readonly instant: number;
  readonly epoch: number;
  /** IANA name of the zone. */
  readonly zone: string;
  readonly offsets: ZoneOffsets;
  /** Highest seq the snapshot is made from. */
  readonly watermark: number;
  /** Text of the intentions file. */
  readonly intentions: string;
  /** Canonical JSON of the fold's settings (`FoldSettings`). */
  readonly config: string;
  /** Why blocks since the last snapshot may be missing. */
  readonly gapReason: GapReason;
}

export type GapReason = "asleep" | "stopped" | "clock";

export interface AssemblyAnswers {
  head: undefined;
  tick: TickAnswer;
  forget: ForgetAnswer;
}

export interface TickAnswer {
  readonly ordinal: number;
  /** `YYYY-MM-DD/NNN` or `YYYY-MM-DD/NNN.k`. */
  readonly id: string;
  readonly hash: string;
  /** Per window its tokens. */
  readonly windows: readonly { readonly window: number; readonly tokens: number; readonly overBudget: boolean }[];
  /** First and last id for which there is no snapshot. */
  readonly gap: { readonly from: string; readonly to: string; readonly reason: GapReason } | null;
  readonly tookMs: number;
}

export interface AssemblyReady {
  readonly last: {
    readonly ordinal: number;
    readonly id: string;
    readonly instant: number;
    readonly epoch: number;
  } | null;
}

/** What assembly tells main for `/health`. */
export interface AssemblyStatus {
  /** The records of the pulses log that were found damaged and passed over, a sentence each; the first few. */
  readonly damaged: readonly string[];
}

/** What the actor is started with. */
export interface AssemblySettings {
  /** Folder of the `snapshots` environment, which this actor writes. */
  readonly folder: string;
  /** Folder of the `pulses` environment, which it reads. */
  readonly pulsesFolder: string;
}

// digest: stored frames → what the fold needs of each pulse, in seq order. A map without memory: the parsing,
// normalising and escaping that a pool can share. Everything that needs neighbours or a bound is the fold's.

import { forgottenSaying } from "./forgotten.js";
import { decodeFrame } from "./frame.js";
import { maxLineText } from "./line.js";
import { normalise } from "./normalise.js";
import { defaultImportance, type Frame, type Pulse } from "./pulse.js";
import { visibleText } from "./safe-text.js";

/** One pulse as the fold takes it. Times are ms since 1970. */
export interface PulseDigest {
  readonly seq: number;
  readonly epoch: number;
  readonly receivedAt: number;
  readonly source: string;
  readonly type: string;
  readonly key: string | null;
  readonly category: string | null;
  /** Made safe for rendering; cut where no line can show more. Empty for a retraction. */
  readonly text: string;
  /** The normalised text: the same for two pulses that say the same. */
  readonly saying: string;
  /** When it happens: `time`, or the earlier of `time` and `receivedAt` where `time` is less than 60 s ahead. */
  readonly time: number;
  readonly until: number | null;
  /** Hundredths, 0–100. */
  readonly importance: number;
  readonly retract: boolean;
  /** Ids a beat was drawn from; only for type `beat`. */
  readonly refs: readonly string[];
}

/** How far a clock may be ahead without making a future, in ms. */
const clockSlackMs = 60_000;
/** UTF-16 units of text kept: what a line may show, and room for the grapheme at the cut. */
const keptText = maxLineText + 64;

/** @param frames records of the pulses log with the seq of their first pulse, in its order */
export function digest(frames: readonly { readonly first: number; readonly record: Uint8Array }[]): PulseDigest[] {
  return frames.flatMap(({ first, record }) => digestFrame(decodeFrame(record, first)));
}

export function digestFrame(frame: Frame): PulseDigest[] {
  return frame.pulses.map((pulse, index) => digestPulse(pulse, frame, frame.first + index));
}

function digestPulse(pulse: Pulse, { first, receivedAt, epoch, forgotten }: Frame, seq: number): PulseDigest {
  const type = pulse.type ?? "signal";
  const claimed = pulse.time ?? receivedAt;
  const text = pulse.text ?? "";
  const erased = forgotten?.[seq - first];
  return {
    seq,
    epoch,
    receivedAt,
    source: pulse.source,
    type,
    key: pulse.key ?? null,
    category: pulse.category ?? null,
    text: visibleText(text).slice(0, keptText).toWellFormed(),
    saying: erased === undefined || text === "" ? normalise(text) : forgottenSaying(erased),
    time: claimed < receivedAt + clockSlackMs ? Math.min(claimed, receivedAt) : claimed,
    until: pulse.until ?? null,
    importance: pulse.importance ?? defaultImportance(type),
    retract: pulse.retract === true,
    refs: pulse.refs ?? [],
  };
}

// Arbitrary days for properties: frames of pulses that hop, repeat, come late, announce, retract and flood, and the ticks
// between them. Few sources, keys and texts, so that the rules meet.

import fc from "fast-check";
import { beatMs, blockId, blockOf, blockStart } from "../../src/pipeline/beat-clock.js";
import { digestFrame, type PulseDigest } from "../../src/pipeline/digest.js";
import type { Frame, Pulse } from "../../src/pipeline/pulse.js";
import type { FoldSettings, Tick } from "../../src/pipeline/tick.js";
import { defaultSettings } from "./recorded.js";

export type Event =
  | { readonly type: "frame"; readonly receivedAt: number; readonly pulses: readonly Pulse[] }
  | { readonly type: "tick"; readonly instant: number };

const begin = Date.UTC(2026, 2, 13, 9, 4);

const gapMs = fc.oneof(fc.nat(4_000), fc.nat(90_000), fc.nat(20 * 60_000), fc.nat(3 * 3_600_000));
const shiftMs = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  fc.integer({ min: -30_000, max: 59_999 }),
  fc.integer({ min: -3 * 3_600_000, max: 3 * 3_600_000 }),
  fc.integer({ min: -3 * 86_400_000, max: 400 * 86_400_000 }),
);

interface Sketch {
  readonly source: string;
  readonly type: string | null;
  readonly key: string | null;
  readonly text: string;
  readonly shift: number;
  readonly lasts: number | null;
  readonly importance: number | null;
  readonly retract: boolean;
}

function sketches(texts: fc.Arbitrary<string>): fc.Arbitrary<Sketch> {
  return fc.record({
    source: fc.constantFrom("window", "git", "calendar"),
    type: fc.constantFrom(null, "commit", "window.focus", "beat"),
    key: fc.constantFrom(null, null, "k", "l"),
    text: texts,
    shift: shiftMs,
    lasts: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.nat(3_600_000)),
    importance: fc.option(fc.nat(100)),
    retract: fc.nat(9).map((n) => n === 0),
  });
}

function pulseOf(sketch: Sketch, receivedAt: number): Pulse {
  const { source, type, key, text, shift, lasts, importance, retract } = sketch;
  const time = receivedAt + shift;
  return {
    source,
    text,
    time,
    ...(type !== null && { type }),
    ...(key !== null && { key }),
    ...(lasts !== null && { until: time + lasts }),
    ...(importance !== null && { importance }),
    ...(key !== null && retract && { retract: true as const }),
  };
}

export const fewTexts = fc.constantFrom("a", "● a", "b", "(3) b", "c", "d", "e", "f");

/** Frames and the ticks between them, in order. */
export function days(texts: fc.Arbitrary<string> = fewTexts, maxFrames = 60): fc.Arbitrary<readonly Event[]> {
  const frames = fc.array(
    fc.record({ gap: gapMs, pulses: fc.array(sketches(texts), { minLength: 1, maxLength: 4 }), ticks: fc.nat(2) }),
    { minLength: 1, maxLength: maxFrames },
  );
  return frames.map((list) => {
    const events: Event[] = [];
    let now = begin;
    for (const { gap, pulses, ticks } of list) {
      now += gap;
      events.push({ type: "frame", receivedAt: now, pulses: pulses.map((sketch) => pulseOf(sketch, now)) });
      for (let n = 0; n < ticks; n++) {
        now = blockStart(blockOf(now) + 1);
        events.push({ type: "tick", instant: now });
      }
    }
    events.push({ type: "tick", instant: blockStart(blockOf(now) + 1) });
    return events;
  });
}

/** The frames of a day with their seqs. */
export function framesOf(events: readonly Event[]): Map<Event, Frame> {
  const frames = new Map<Event, Frame>();
  let first = 1;
  for (const event of events) {
    if (event.type === "tick") continue;
    frames.set(event, { first, receivedAt: event.receivedAt, epoch: 0, pulses: event.pulses });
    first += event.pulses.length;
  }
  return frames;
}

export function digestsOf(frames: readonly Frame[]): PulseDigest[] {
  return frames.flatMap(digestFrame);
}

export function tickOf(instant: number, ordinal: number, settings: Partial<FoldSettings> = {}, intentions = ""): Tick {
  return {
    ordinal,
    id: blockId(blockOf(instant)),
    instant,
    epoch: 0,
    kind: "grid",
    zone: "UTC",
    offsets: [{ at: 0, minutes: 0 }],
    watermark: 0,
    intentions,
    config: { ...defaultSettings, ...settings },
  };
}

export const oneBeat = beatMs;

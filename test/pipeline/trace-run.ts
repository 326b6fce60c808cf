// Follows one pulse through recorded ones, beside the fold that makes the snapshots, and explains it at every beat.

import { blockStart } from "../../src/pipeline/beat-clock.js";
import { digestFrame, type PulseDigest } from "../../src/pipeline/digest.js";
import { fold } from "../../src/pipeline/fold.js";
import { emptyState } from "../../src/pipeline/state.js";
import { advance } from "../../src/pipeline/step.js";
import { Tracer } from "../../src/pipeline/trace.js";
import { explain, later, type Subject, type Why } from "../../src/pipeline/why.js";
import { type RecordedPulse, toPulse } from "./recorded.js";
import { type Run, runPulses } from "./run-pulses.js";

/** A cheap count: these tests are not about tokens. */
export const countWords = (text: string): number => text.split(/\s+/).length;

export type Followed = ReadonlyMap<string, Why>;

/** @param seq 1 for the first of `run.pulses` @returns what is said of it at each beat, by id */
export function followPulse(run: Run, seq: number, subject: Partial<Subject> = {}): Followed {
  const pulses = run.pulses.map(digestRecorded);
  const answers = new Map<string, Why>();
  const before = emptyState();
  let tracer: Tracer | undefined;
  let taken = 0;
  runPulses(countWords, run, (tick, snapshot) => {
    for (; taken < tick.watermark; taken++) {
      const pulse = pulses[taken] as PulseDigest;
      if (pulse.seq === seq) tracer = Tracer.pulse(before, pulse);
      else if (tracer === undefined) fold(before, [pulse]);
      else tracer.take([pulse]);
    }
    const window = snapshot.windows[0];
    if (tracer === undefined || window === undefined) {
      advance(before, tick);
      answers.set(tick.id, later(`p${seq}`));
      return;
    }
    tracer.tick(tick);
    answers.set(tick.id, explain({ ref: `p${seq}`, ...subject }, tracer.trace, tracer.state, tick, window));
  });
  return answers;
}

function digestRecorded(pulse: RecordedPulse, index: number): PulseDigest {
  const receivedAt = Date.parse(pulse.receivedAt);
  return digestFrame({ first: index + 1, receivedAt, epoch: 0, pulses: [toPulse(pulse)] })[0] as PulseDigest;
}

/** An instant in the block of that number on 2026-03-13, so many seconds after its start. */
export function at(block: number, seconds = 0): string {
  return new Date(blockStart(Date.UTC(2026, 2, 13) / 480_000 + block) + seconds * 1_000).toISOString();
}

export function idOf(block: number): string {
  return `2026-03-13/${String(block).padStart(3, "0")}`;
}

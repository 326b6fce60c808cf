// 1,000 days of a made-up developer: what HISTORY keeps, a checkpoint's size and the tokens of the text stay within bounds
// that the first months reach, and every line leads back to raw pulses.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Beat } from "../../src/pipeline/beat.js";
import { dayMs } from "../../src/pipeline/beat-clock.js";
import { encodeState } from "../../src/pipeline/checkpoint.js";
import { developerDay, type Received } from "./developer.js";
import { FoldRun } from "./fold-run.js";

const hour = 3_600_000;
const first = Date.parse("2026-01-05") / dayMs;
/** Instants of the beats of a day: enough of them for every level to be told and compacted. */
const beatsAt = [15, 24].map((hours) => hours * hour);
/** SPEC §8: two days of hours and of what is not compacted yet, days of two months at most, 13 months, 64 older. */
const mostBeats = { hour: 16 * 60, day: 24 * 63, month: 24 * 14, older: 64 };

/** Every `tenth` pulse of each day: the shape of the days at a tenth of their cost. */
function thinned(pulses: readonly Received[], tenth: number): readonly Received[] {
  return pulses.filter((_, i) => i % 10 === tenth || (pulses[i] as Received).pulse.source !== "window");
}

interface Seen {
  readonly beats: number;
  readonly checkpoint: number;
  readonly tokens: number;
}

const run = new FoldRun((text) => Math.ceil(text.length / 4));
/** Of every sentence that was ever told or united: its refs. */
const told = new Map<string, readonly string[]>();
/** Of every pulse. */
const sources: string[] = [];
const seen: Seen[] = [];
for (let day = 0; day < 1_000; day++) {
  const pulses = thinned(developerDay(11, first + day), day % 10);
  let taken = 0;
  for (const at of beatsAt) {
    const instant = (first + day) * dayMs + at;
    for (let next = pulses[taken]; next !== undefined && next.receivedAt <= instant; next = pulses[++taken]) {
      run.take(next);
      sources.push(next.pulse.source);
    }
    const made = run.advance(instant);
    const sentences = [...made.told.values(), ...made.united.map(({ beat }) => beat)];
    for (const { n, refs } of sentences) told.set(`b${n}`, refs);
  }
  if (day % 10 > 0) continue;
  const tokens = run.beat((first + day + 1) * dayMs).windows[0]?.tokens ?? 0;
  seen.push({ beats: run.state.beats.length, checkpoint: encodeState(run.state).length, tokens });
}

describe("compaction over 1,000 days", () => {
  it("keeps no more sentences of a level than its periods can hold", () => {
    for (const level of ["hour", "day", "month", "older"] as const) {
      const count = run.state.beats.filter((beat: Beat) => beat.level === level).length;
      assert.ok(count > 0 && count <= mostBeats[level], `${count} of ${level}`);
    }
  });

  // By then the calendar has all the keys that a source may have.
  it("makes the last 100 days no larger than the 100 after day 700", () => {
    for (const figure of ["beats", "checkpoint", "tokens"] as const) {
      const most = (days: readonly Seen[]): number => Math.max(...days.map((of) => of[figure]));
      const [before, after] = [most(seen.slice(70, 80)), most(seen.slice(-10))];
      assert.ok(after <= before * 1.1, `${figure}: ${before} then, ${after} now`);
    }
  });

  it("never needs more than the cap", () => {
    for (const { tokens } of seen) assert.ok(tokens <= Math.floor((8_192 * 4) / 5));
  });

  it("keeps a sentence of each of the last twelve months", () => {
    const end = (first + 1_000) * dayMs - 1;
    const months = new Set(run.state.beats.map(({ until }) => new Date(until).toISOString().slice(0, 7)));
    for (let back = 0; back < 12; back++) {
      const month = new Date(Date.UTC(new Date(end).getUTCFullYear(), new Date(end).getUTCMonth() - back, 1));
      assert.ok(months.has(month.toISOString().slice(0, 7)), month.toISOString());
    }
  });

  it("leads every sentence back through the levels to raw pulses, all of its own source", () => {
    for (const { n, source } of run.state.beats) {
      const pulses = pulsesOf(`b${n}`);
      assert.ok(pulses.length > 0, `b${n}`);
      for (const seq of pulses) assert.equal(sources[seq - 1], source, `b${n} names p${seq}`);
    }
  });
});

/** Seqs of the pulses, or of both ends of a range of them, that a ref leads to. */
function pulsesOf(ref: string): readonly number[] {
  if (ref.startsWith("b")) return (told.get(ref) as readonly string[]).flatMap(pulsesOf);
  return (/^p(\d+)(?:\.\.p(\d+)@.+)?$/.exec(ref) as RegExpExecArray)
    .slice(1)
    .filter((seq) => seq !== undefined)
    .map(Number);
}

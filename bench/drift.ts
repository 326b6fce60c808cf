// What share of the prompt changes from beat to beat at the desk, with the cut line and with exact trimming: what lies
// behind the leading lines that are equal, by tokens, over beats that pulses came in for and that use at least half the cap.
// npm run bench -- drift

import { readFileSync } from "node:fs";
import { blockOf, blockStart, dayMs } from "../src/pipeline/beat-clock.js";
import { inText } from "../src/pipeline/candidates.js";
import { driftOf } from "../src/pipeline/drift.js";
import { HistoryLines } from "../src/pipeline/history.js";
import { Renderer } from "../src/pipeline/render.js";
import { allotShelves } from "../src/pipeline/shelves.js";
import type { WindowSnapshot } from "../src/pipeline/snapshot.js";
import type { LastShown } from "../src/pipeline/state.js";
import type { Tick } from "../src/pipeline/tick.js";
import { type Count, loadCount } from "../src/pipeline/tokens.js";
import { longestRun, tokensOf } from "../src/pipeline/trim.js";
import { type RecordedPulse, toPulse } from "../test/pipeline/recorded.js";
import { developerDay, type Received } from "../test/simulation/developer.js";
import { FoldRun } from "../test/simulation/fold-run.js";
import { quantile, report } from "./report.js";

const intentions = "- Ship the importer\n- Answer the reviews by Friday\n";

/** Of one window: the share that changed at each beat that counts. */
class Shares {
  readonly withLine: number[] = [];
  readonly exact: number[] = [];
  #lastExact: LastShown | undefined;

  take(counts: boolean, of: WindowSnapshot, run: FoldRun, count: Count): void {
    const exact = withExactHistory(of, run, count);
    const drift = driftOf(this.#lastExact, exact);
    this.#lastExact = { ordinal: 0, ...exact };
    if (!counts || drift.since === null || of.tokens * 2 < of.cap) return;
    this.withLine.push(1 - of.drift.prefixTokens / of.tokens);
    const tokens = [...exact.headings, ...exact.sections.flat()].reduce((sum, line) => sum + (line?.tokens ?? 0), 0);
    this.exact.push(1 - drift.prefixTokens / tokens);
  }

  figures() {
    return { beats: this.withLine.length, cutLine: spread(this.withLine), exact: spread(this.exact) };
  }
}

/** What the same window shows when HISTORY's shelves are filled to the brim at every beat. */
function withExactHistory(of: WindowSnapshot, run: FoldRun, count: Count): Omit<LastShown, "ordinal"> {
  const shown = run.state.lastShown.get(of.window) as LastShown;
  const tick = run.tick as Tick;
  const renderer = new Renderer(tick, count);
  const history = new HistoryLines().shelves(run.state.beats, run.state.halfLifeMs, renderer);
  const allotted = of.sections.find(({ name }) => name === "HISTORY")?.allotted ?? 0;
  const need = history.map(tokensOf) as [number, number, number];
  const shelves = allotShelves(Math.max(0, allotted - renderer.heading("history").tokens), need);
  const lines = history.flatMap((items, i) => longestRun(items, shelves[i] as number)).sort(inText);
  return {
    headings: shown.headings,
    sections: shown.sections.map((s, i) => (i === 1 ? lines.map(({ show }) => show()) : s)),
  };
}

function spread(shares: number[]) {
  const sorted = shares.sort((a, b) => a - b);
  const percent = (part: number): number => Math.round(quantile(sorted, part) * 1_000) / 10;
  return { medianPercent: percent(0.5), p90Percent: percent(0.9) };
}

/** Grid ticks over all pulses; beats count from `from` on, before it the quiet ones are left out. */
function measure(pulses: readonly Received[], count: Count, windows: readonly number[], from = 0) {
  const run = new FoldRun(count, intentions, { windows });
  const shares = windows.map(() => new Shares());
  let taken = 0;
  const last = blockOf(pulses.at(-1)?.receivedAt ?? 0) + 1;
  for (let block = blockOf(pulses[0]?.receivedAt ?? 0) + 1; block <= last; block++) {
    const before = taken;
    for (let next = pulses[taken]; next !== undefined && next.receivedAt <= blockStart(block); next = pulses[++taken]) {
      run.take(next);
    }
    const atDesk = taken > before;
    if (!atDesk && blockStart(block) < from && block % 8 !== 0) continue;
    const { windows: made } = run.beat(blockStart(block));
    if (blockStart(block) < from) continue;
    for (const [i, of] of made.entries()) shares[i]?.take(atDesk, of, run, count);
  }
  return Object.fromEntries(windows.map((window, i) => [window, shares[i]?.figures()]));
}

function realDay(): Received[] {
  const file = new URL("../../test/data/real-rhythm-day.ndjson", import.meta.url);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const pulses = lines.map((line) => JSON.parse(line) as RecordedPulse & { readonly time: string });
  return pulses
    .map((pulse) => ({ receivedAt: Date.parse(pulse.time), pulse: toPulse(pulse) }))
    .sort((a, b) => a.receivedAt - b.receivedAt);
}

/** The real day seven times over: HISTORY is full on the last. */
function seventhOfTheSameDay(count: Count) {
  const day = realDay();
  const days = Array.from({ length: 7 }, (_, n) => day.map((received) => later(received, n * dayMs))).flat();
  return measure(days, count, [8_192], (day[0]?.receivedAt ?? 0) + 6 * dayMs);
}

function later({ receivedAt, pulse }: Received, ms: number): Received {
  return { receivedAt: receivedAt + ms, pulse: { ...pulse, time: (pulse.time ?? receivedAt) + ms } };
}

/** The week comes after three: HISTORY holds days by then. */
function simulatedWeek(seed: number, count: Count) {
  const first = Date.parse("2026-01-05") / dayMs;
  const days = Array.from({ length: 28 }, (_, n) => developerDay(seed, first + n)).flat();
  return measure(days, count, [8_192, 32_768], (first + 21) * dayMs);
}

const count = await loadCount("o200k_base");
report("drift", {
  about: "share of the prompt behind the first line that changed; goal with the cut line: median ≤ 30 %, p90 ≤ 40 %",
  realRhythmDay: measure(realDay(), count, [4_096, 8_192]),
  seventhOfTheSameDay: seventhOfTheSameDay(count),
  simulatedWeek: simulatedWeek(7, count),
});

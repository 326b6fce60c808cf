// Years of a made-up developer through the fold, a beat wherever pulses came in and one an hour elsewhere: what HISTORY
// keeps, what a checkpoint weighs and what a tick costs, at some days on the way.
// npm run bench -- simulate [DAYS]

import { deflateRawSync } from "node:zlib";
import { beatMs, dayMs } from "../src/pipeline/beat-clock.js";
import { encodeState } from "../src/pipeline/checkpoint.js";
import { loadCount } from "../src/pipeline/tokens.js";
import { developerDay } from "../test/simulation/developer.js";
import { FoldRun } from "../test/simulation/fold-run.js";
import { cpuMs, quantile, report } from "./report.js";

const days = Number(process.argv[2]) || 1_000;
const first = Date.parse("2026-01-05") / dayMs;
const blocksADay = dayMs / beatMs;
/** Work days, so that they can be compared. */
const shownDays = [1, 8, 29, 99, 200, 365, 400, 500, 700, 800, 998].filter((day) => day < days);

const run = new FoldRun(await loadCount("o200k_base"), "- Ship the importer\n");
const rows: object[] = [];
let ticks: number[] = [];
for (let day = 0; day < days; day++) {
  const pulses = developerDay(7, first + day);
  const isShown = shownDays.includes(day);
  ticks = [];
  let taken = 0;
  for (let block = 1; block <= blocksADay; block++) {
    const instant = (first + day) * dayMs + block * beatMs;
    const before = taken;
    for (let next = pulses[taken]; next !== undefined && next.receivedAt <= instant; next = pulses[++taken])
      run.take(next);
    if (taken === before && block % 8 > 0) continue;
    if (isShown || block % 15 === 0) beat(instant);
    else run.advance(instant);
  }
  if (isShown) rows.push(row(day));
}
report("simulate", { days, pulses: run.state.seq, rows });

function beat(instant: number): void {
  const begun = cpuMs();
  run.beat(instant);
  ticks.push(cpuMs() - begun);
}

/** Of the day that ends: HISTORY as its last beat with pulses left it. */
function row(day: number) {
  const checkpoint = encodeState(run.state);
  const { sections } = run.beat((first + day + 1) * dayMs).windows[0] ?? { sections: [] };
  const history = sections.find(({ name }) => name === "HISTORY");
  const levels = ["block", "hour", "day", "month", "older"] as const;
  return {
    day,
    pulses: run.state.seq,
    beats: run.state.beats.length,
    byLevel: Object.fromEntries(
      levels.map((level) => [level, run.state.beats.filter((of) => of.level === level).length]),
    ),
    historyTokens: history?.tokens,
    historyNeed: history?.need,
    stateKb: Math.round(checkpoint.length / 1_000),
    checkpointKb: Math.round(deflateRawSync(checkpoint).length / 1_000),
    tickCpuMs:
      Math.round(
        quantile(
          ticks.sort((a, b) => a - b),
          0.5,
        ) * 100,
      ) / 100,
  };
}

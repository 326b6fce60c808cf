// What a tick costs at 10,000, 100,000 and 1,000,000 pulses of history: a beat that brings what a work day brings in eight
// minutes. The three take turns in one process. It is to be flat: at most 1.2 times.
// npm run bench -- step

import { Bench } from "tinybench";
import { beatMs, dayMs } from "../src/pipeline/beat-clock.js";
import { decodeState, encodeState } from "../src/pipeline/checkpoint.js";
import type { State } from "../src/pipeline/state.js";
import { loadCount } from "../src/pipeline/tokens.js";
import { developerDay, type Received } from "../test/simulation/developer.js";
import { FoldRun } from "../test/simulation/fold-run.js";
import { cpuMs, report } from "./report.js";

const iterations = 30;
const warmUps = 10;
const sizes = [10_000, 100_000, 1_000_000];
const first = Date.parse("2026-01-05") / dayMs;
const blocksADay = dayMs / beatMs;
const intentions = "- Ship the importer\n";

const count = await loadCount("o200k_base");
const run = new FoldRun(count, intentions);

/** At ten of the first work day after so many pulses. */
interface At {
  readonly size: number;
  readonly stored: string;
  readonly instant: number;
  /** What the next eight minutes bring. */
  readonly next: readonly Received[];
}

const points: At[] = [];
for (let day = 0; points.length < sizes.length; day++) {
  const pulses = developerDay(7, first + day);
  let taken = 0;
  for (let block = 1; block <= blocksADay; block++) {
    const instant = (first + day) * dayMs + block * beatMs;
    const before = taken;
    for (let next = pulses[taken]; next !== undefined && next.receivedAt <= instant; next = pulses[++taken])
      run.take(next);
    const size = sizes[points.length];
    if (block === 75 && taken > 50 && size !== undefined && run.state.seq >= size) {
      run.beat(instant);
      const next = pulses.filter(({ receivedAt }) => receivedAt > instant && receivedAt <= instant + beatMs);
      points.push({ size, stored: encodeState(run.state), instant, next });
    } else if (taken > before || block % 8 === 0) run.advance(instant);
  }
}

/** One tick over a state as it is kept in memory: what is remembered of its sentences stays from one to the next. */
async function tickMs({ stored, instant, next }: At): Promise<number> {
  const own = new FoldRun(count, intentions);
  const decoded = (): State => decodeState(stored) as State;
  const { beats } = decoded();
  /** Read before, so that the ticks do not pay for what reading leaves behind. */
  const ready = Array.from({ length: iterations + warmUps }, decoded);
  const bench = new Bench({ time: 0, iterations, warmupIterations: warmUps, now: cpuMs, throws: true });
  bench.add(
    "tick",
    () => {
      for (const received of next) own.take(received);
      own.beat(instant + beatMs);
    },
    {
      beforeEach: () => {
        own.state = { ...(ready.pop() ?? decoded()), beats: [...beats] };
        own.beat(instant);
      },
    },
  );
  await bench.run();
  const result = bench.tasks[0]?.result;
  if (result?.state !== "completed") throw new Error("the tick did not run");
  return result.latency.p50;
}

const rounds = Number(process.argv[2]) || 12;
const medians = new Map(points.map(({ size }): [number, number[]] => [size, []]));
for (let round = 0; round < rounds; round++) {
  for (const point of points) medians.get(point.size)?.push(await tickMs(point));
}
const least = (size: number | undefined): number => Math.min(...(medians.get(size ?? 0) ?? []));
report("step", {
  about: "CPU ms of a tick with the pulses of its block, least of the rounds' medians; ratio to the smallest history",
  ticks: points.map(({ size, stored }) => ({
    pulses: size,
    tickCpuMs: Math.round(least(size) * 1_000) / 1_000,
    ratio: Math.round((least(size) / least(sizes[0])) * 100) / 100,
    checkpointKb: Math.round(stored.length / 1_000),
    sentences: (decodeState(stored) as State).beats.length,
  })),
  rssMb: Math.round(process.memoryUsage.rss() / 1e6),
});

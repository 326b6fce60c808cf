// A million pulses of 10,000 sources in one block: what the fold keeps of them, what CPU time the tick takes, and the memory.
// node --expose-gc dist/bench/pipeline/flood.js [pulses]

import { cpus } from "node:os";
import { blockStart } from "../../src/pipeline/beat-clock.js";
import { encodeState } from "../../src/pipeline/checkpoint.js";
import { fold } from "../../src/pipeline/fold.js";
import { emptyState, type State } from "../../src/pipeline/state.js";
import { createStep } from "../../src/pipeline/step.js";
import { loadCount } from "../../src/pipeline/tokens.js";
import { tickOf } from "../../test/pipeline/arbitrary-day.js";
import { flood, floodBlock, linesKept } from "../../test/pipeline/flooded-block.js";

const pulses = Number(process.argv[2] ?? 1_000_000);
const sources = 10_000;
const count = await loadCount("o200k_base");
const step = createStep(count);
const megabytes = (): number => {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1e5) / 10;
};

/** CPU time of the process: the machine may be busy with other things. */
function timed<T>(work: () => T): { readonly value: T; readonly ms: number } {
  const started = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(started);
  return { value, ms: Math.round((user + system) / 1_000) };
}

const heapBefore = megabytes();
let state: State = emptyState();
const folded = timed(() => {
  for (const digests of flood({ pulses, sources })) state = fold(state, digests);
});
const heapAfter = megabytes();
const kept = linesKept(state);
const ticks = [1, 2, 3].map((n) => {
  const { value, ms } = timed(() => step(state, tickOf(blockStart(floodBlock + n), n)));
  state = value.state;
  const [window] = value.snapshot.windows;
  const now = window?.sections.find(({ name }) => name === "NOW");
  return {
    cpuMs: ms,
    tokens: window?.tokens,
    cap: window?.cap,
    nowShown: now?.items.length,
    nowTrimmed: now?.trimmed.items,
    history: state.beats.length,
  };
});
process.stdout.write(
  `${JSON.stringify(
    {
      pulses,
      sources,
      foldCpuMs: folded.ms,
      heapMb: { before: heapBefore, after: heapAfter, end: megabytes() },
      kept,
      checkpointBytes: encodeState(state).length,
      ticks,
      node: process.version,
      cpu: cpus()[0]?.model,
    },
    null,
    2,
  )}\n`,
);

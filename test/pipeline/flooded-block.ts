// Many pulses of many sources within one block, made as they are taken: states, intervals, events to come and plain lines.
// A tenth of them come from seven loud sources.

import { blockStart } from "../../src/pipeline/beat-clock.js";
import { digestFrame, type PulseDigest } from "../../src/pipeline/digest.js";
import type { Pulse } from "../../src/pipeline/pulse.js";
import type { State } from "../../src/pipeline/state.js";

export const floodBlock = 3_696_000;
const perFrame = 1_000;

export interface Flood {
  readonly pulses: number;
  readonly sources: number;
}

/** A frame's digests at a time, in seq order; the receipts are spread over the block. */
export function* flood({ pulses, sources }: Flood): Generator<PulseDigest[]> {
  for (let first = 1; first <= pulses; first += perFrame) {
    const receivedAt = blockStart(floodBlock) + Math.floor((479_000 * first) / pulses);
    const frame = Array.from({ length: Math.min(perFrame, pulses + 1 - first) }, (_, i) =>
      pulseOf(first + i, sources, receivedAt),
    );
    yield digestFrame({ first, receivedAt, epoch: 0, pulses: frame });
  }
}

function pulseOf(n: number, sources: number, receivedAt: number): Pulse {
  const source = n % 10 === 0 && sources > 1 ? `loud ${n % 70}` : `source ${n % sources}`;
  const pulse = { source, text: `line ${n} of the flood`, importance: n % 101 };
  switch (n % 11) {
    case 0:
      return { ...pulse, key: `key ${n}` };
    case 1:
      return { ...pulse, until: receivedAt + 60_000 };
    case 2:
      return { ...pulse, time: receivedAt + 3_600_000 + n };
    default:
      return pulse;
  }
}

/** What the state keeps of it. */
export function linesKept(state: State) {
  const sources = [...state.sources.values()];
  const buckets = sources.flatMap((source) => [...source.buckets.values()]);
  return {
    sources: sources.length,
    keys: Math.max(0, ...sources.map(({ keys }) => keys.size)),
    states: sources.reduce((sum, { keys }) => sum + keys.size, 0),
    lines: buckets.reduce((sum, { items }) => sum + items.length, 0),
    linesABlock: Math.max(0, ...buckets.map(({ items }) => items.length)),
    rests: buckets.filter(({ rest }) => rest !== null).length,
    announced: state.announced.length,
    pulsesTold: buckets.reduce(
      (sum, { items, rest }) => sum + (rest?.count ?? 0) + items.reduce((n, { count }) => n + count, 0),
      0,
    ),
  };
}

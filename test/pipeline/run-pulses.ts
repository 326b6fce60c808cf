// Runs recorded pulses through the fold on a virtual clock: a tick at every boundary of the grid.

import { digestFrame } from "../../src/pipeline/digest.js";
import { fold } from "../../src/pipeline/fold.js";
import type { Snapshot } from "../../src/pipeline/snapshot.js";
import { emptyState, type State } from "../../src/pipeline/state.js";
import { createStep } from "../../src/pipeline/step.js";
import type { FoldSettings, Tick } from "../../src/pipeline/tick.js";
import type { Count } from "../../src/pipeline/tokens.js";
import { gridTicks } from "../../src/replay/grid.js";
import { defaultSettings, type RecordedPulse, toPulse } from "./recorded.js";

export interface Run {
  readonly pulses: readonly RecordedPulse[];
  readonly intentions?: string;
  readonly settings?: Partial<FoldSettings>;
  /** Id of the last beat. */
  readonly through: string;
}

/** Ticks in UTC from the first boundary at or after the first receipt; `seen` gets every snapshot. */
export function runPulses(count: Count, run: Run, seen: (tick: Tick, snapshot: Snapshot, state: State) => void): State {
  const step = createStep(count);
  const config = { ...defaultSettings, ...run.settings };
  const first = Date.parse((run.pulses[0] as RecordedPulse).receivedAt);
  const offsets = () => [{ at: 0, minutes: 0 }];
  let state = emptyState();
  let taken = 0;
  for (const of of gridTicks(first, Infinity, { zone: "UTC", offsets, intentions: run.intentions ?? "", config })) {
    while (taken < run.pulses.length) {
      const pulse = run.pulses[taken] as RecordedPulse;
      const receivedAt = Date.parse(pulse.receivedAt);
      if (receivedAt > of.instant) break;
      taken += 1;
      state = fold(state, digestFrame({ first: taken, receivedAt, epoch: 0, pulses: [toPulse(pulse)] }));
    }
    const tick = { ...of, watermark: taken };
    const stepped = step(state, tick);
    state = stepped.state;
    seen(tick, stepped.snapshot, state);
    if (of.id === run.through) break;
  }
  return state;
}

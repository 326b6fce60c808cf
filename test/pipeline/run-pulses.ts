// Runs recorded pulses through the fold on a virtual clock: a tick at every boundary of the grid.

import { blockId, blockOf, blockStart } from "../../src/pipeline/beat-clock.js";
import { digestFrame } from "../../src/pipeline/digest.js";
import { fold } from "../../src/pipeline/fold.js";
import type { Snapshot } from "../../src/pipeline/snapshot.js";
import { emptyState, type State } from "../../src/pipeline/state.js";
import { createStep } from "../../src/pipeline/step.js";
import type { FoldSettings, Tick } from "../../src/pipeline/tick.js";
import type { Count } from "../../src/pipeline/tokens.js";
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
  let state = emptyState();
  let taken = 0;
  const first = Date.parse((run.pulses[0] as RecordedPulse).receivedAt);
  for (let block = blockOf(first - 1) + 1, ordinal = 1; ; block++, ordinal++) {
    const instant = blockStart(block);
    while (taken < run.pulses.length) {
      const pulse = run.pulses[taken] as RecordedPulse;
      const receivedAt = Date.parse(pulse.receivedAt);
      if (receivedAt > instant) break;
      taken += 1;
      state = fold(state, digestFrame({ first: taken, receivedAt, epoch: 0, pulses: [toPulse(pulse)] }));
    }
    const id = blockId(block);
    const tick: Tick = {
      ordinal,
      id,
      instant,
      epoch: 0,
      kind: "grid",
      zone: "UTC",
      offsets: [{ at: 0, minutes: 0 }],
      watermark: taken,
      intentions: run.intentions ?? "",
      config,
    };
    const stepped = step(state, tick);
    state = stepped.state;
    seen(tick, stepped.snapshot, state);
    if (id === run.through) return state;
  }
}

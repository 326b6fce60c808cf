// Ticks for pulses that were recorded without any: one at every boundary of the grid, from the first at or after the
// first receipt to the first at or after the last.

import { blockId, blockOf, blockStart } from "../pipeline/beat-clock.js";
import type { FoldSettings, Tick, ZoneOffsets } from "../pipeline/tick.js";

/** A tick before it is known which pulses it has seen. */
export type GridTick = Omit<Tick, "watermark">;

export interface GridSettings {
  /** IANA name. */
  readonly zone: string;
  /** Transitions around an instant (ms since 1970). */
  readonly offsets: (instant: number) => ZoneOffsets;
  readonly intentions: string;
  readonly config: FoldSettings;
}

/** @param first, last ms since 1970; `last` may be Infinity */
export function* gridTicks(first: number, last: number, settings: GridSettings): Generator<GridTick, void> {
  const { zone, offsets, intentions, config } = settings;
  const end = blockAtOrAfter(last);
  for (let block = blockAtOrAfter(first), ordinal = 1; block <= end; block++, ordinal++) {
    const instant = blockStart(block);
    const id = blockId(block);
    yield { ordinal, id, instant, epoch: 0, kind: "grid", zone, offsets: offsets(instant), intentions, config };
  }
}

function blockAtOrAfter(time: number): number {
  return blockOf(time - 1) + 1;
}

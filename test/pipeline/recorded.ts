// Pulses as the recorded files of the tests hold them.

import type { Pulse } from "../../src/pipeline/pulse.js";
import type { FoldSettings } from "../../src/pipeline/tick.js";

export interface RecordedPulse {
  readonly receivedAt: string;
  readonly source: string;
  readonly type?: string;
  readonly text?: string;
  readonly time?: string;
  readonly until?: string;
  readonly key?: string;
  readonly importance?: number;
  readonly category?: string;
  readonly retract?: true;
}

export function toPulse({ receivedAt: _, time, until, importance, ...rest }: RecordedPulse): Pulse {
  return {
    ...rest,
    ...(time !== undefined && { time: Date.parse(time) }),
    ...(until !== undefined && { until: Date.parse(until) }),
    ...(importance !== undefined && { importance: Math.round(importance * 100) }),
  };
}

export const defaultSettings: FoldSettings = {
  windows: [8_192],
  tokenizer: "o200k_base",
  shares: { intention: 100, now: 300, history: 250, projection: 150 },
  halfLifeMs: 96 * 3_600_000,
  stateTtlMs: 3_600_000,
};

// What a pulses log holds, read from its beginning to its end.

import { PulsesReader } from "../../src/log/pulses-reader.js";
import { decodeFrame } from "../../src/pipeline/frame.js";
import type { Pulse } from "../../src/pipeline/pulse.js";

/** Beyond any head. */
const end = Number.MAX_SAFE_INTEGER - 1;

/** All pulses of the log by seq: index 0 is p1. @throws when a seq is left out or there twice */
export async function storedPulses(folder: string): Promise<Pulse[]> {
  const reader = new PulsesReader(folder);
  const pulses: Pulse[] = [];
  let newest = 0;
  try {
    for (;;) {
      const page = reader.records(pulses.length, end).filter(({ first }) => first !== newest);
      if (page.length === 0) return pulses;
      for (const { record, first } of page) {
        if (first !== pulses.length + 1) throw new Error(`expected a frame from p${pulses.length + 1}, p${first} came`);
        pulses.push(...decodeFrame(record, first).pulses);
        newest = first;
      }
    }
  } finally {
    await reader.close();
  }
}

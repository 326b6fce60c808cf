// A short made-up day for the assembly actor's own code: the same pulses and beats, told in one go or with something
// happening in between.

import { dirname } from "node:path";
import type { TestContext } from "node:test";
import type { Pulse } from "../../../src/pipeline/pulse.js";
import type { SnapshotRecord } from "../../../src/pipeline/wire.js";
import { type Beats, type OwnParts, openBeats } from "../../log/beats.js";
import { tempLog } from "../../log/temp-log.js";

const beatMs = 480_000;
/** So that the fourth beat is the first of another UTC day. */
const start = Date.parse("2026-03-12T23:36:00Z");

export const beatsOfDay = 6;

export function instantOf(beat: number): number {
  return start + beat * beatMs;
}

/** What is said before a beat. */
export function pulsesBefore(beat: number): readonly Pulse[] {
  const time = instantOf(beat) - 60_000;
  return [
    { source: "window", type: "window.focus", key: "focus", text: `Code: file-${beat % 3}.ts`, time },
    { source: "shell", type: "command", text: "ran `npm test`: failed", time: time + 1_000 },
    { source: "git", type: "commit", text: `commit ${beat}`, time: time + 2_000 },
  ];
}

export function openDay(
  t: TestContext,
  own: OwnParts = {},
  folder = dirname(tempLog(t)),
): Beats & { readonly folder: string } {
  const beats = openBeats(folder, own);
  t.after(() => beats.close());
  return { ...beats, folder };
}

/** Says what comes before the beat and makes it. */
export async function liveBeat(beats: Beats, beat: number): Promise<SnapshotRecord> {
  beats.say(pulsesBefore(beat), instantOf(beat) - 1_000);
  return (await beats.beat({ instant: instantOf(beat) })).record;
}

/** The day without anything in between. */
export async function undisturbedDay(t: TestContext): Promise<readonly SnapshotRecord[]> {
  const beats = openDay(t);
  const records: SnapshotRecord[] = [];
  for (let beat = 0; beat < beatsOfDay; beat++) records.push(await liveBeat(beats, beat));
  return records;
}

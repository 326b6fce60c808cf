// A log of three UTC days, made by the real assembly over real environments: two windows, intentions and settings that
// change, a forced beat, a gap, a clock that was set back, and pulses after the last beat.

import { join } from "node:path";
import { Assembler } from "../../src/actors/assembly/assembler.js";
import type { TickRequest } from "../../src/actors/assembly/protocol.js";
import { Classification } from "../../src/actors/classification/client.js";
import { encodeFrame } from "../../src/log/frame.js";
import { PulsesLog } from "../../src/log/pulses-log.js";
import { PulsesReader } from "../../src/log/pulses-reader.js";
import { SnapshotsLog } from "../../src/log/snapshots-log.js";
import { beatMs } from "../../src/pipeline/beat-clock.js";
import type { Pulse } from "../../src/pipeline/pulse.js";
import type { SnapshotRecord } from "../../src/pipeline/wire.js";
import { defaultSettings } from "../pipeline/recorded.js";

const start = Date.parse("2026-03-12T23:20:00Z");

/** Beats from the start, in blocks; what else differs from a beat of the grid. */
const beats: readonly (Partial<TickRequest> & { readonly block: number })[] = [
  { block: 0, kind: "start" },
  ...blocks(1, 4).map((block) => ({ block })),
  { block: 4.5, kind: "forced" },
  ...blocks(5, 12).map((block) => ({ block })),
  { block: 178, kind: "catchup", gapReason: "asleep" },
  ...blocks(179, 183).map((block) => ({ block })),
  { block: 181, kind: "catchup", gapReason: "clock", epoch: 1 },
  ...blocks(182, 192).map((block) => ({ block, epoch: 1 })),
];

function blocks(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function pulsesOf(block: number, time: number): readonly Pulse[] {
  const note = { source: "shell", type: "command", text: `ran \`make part-${block}\`: ok`, time: time - 70_000 };
  const focus = { source: "window", type: "window.focus", key: "focus", text: `Code: part ${block % 5}`, time };
  const commit = { source: "git", type: "commit", text: `commit ${block}`, importance: 90, data: { block } };
  const ahead = time + 5 * beatMs;
  const meeting = { source: "calendar", type: "event", key: "m", text: "Review", time: ahead, until: ahead + beatMs };
  return block % 7 === 0 ? [note, focus, commit, meeting] : [note, focus];
}

function requestOf({ block, ...rest }: (typeof beats)[number], watermark: number): TickRequest {
  const windows = block < 184 ? [2_048, 1_024] : [1_024, 4_096];
  return {
    kind: "grid",
    instant: start + block * beatMs,
    epoch: 0,
    zone: "Europe/Berlin",
    offsets: [{ at: Date.parse("2025-10-26T01:00:00Z"), minutes: 60 }],
    watermark,
    intentions: block < 8 ? "- Ship the parser\n" : "- Ship the parser\n- Be kind\n",
    config: JSON.stringify({ ...defaultSettings, windows }),
    gapReason: "stopped",
    ...rest,
  };
}

/** @param log folder that gets `pulses` and `snapshots`. @returns the records, in order */
export async function makeLog(log: string): Promise<readonly SnapshotRecord[]> {
  const written = new PulsesLog(join(log, "pulses"));
  const snapshots = new SnapshotsLog(join(log, "snapshots"));
  const pulses = new PulsesReader(join(log, "pulses"));
  const assembler = new Assembler({
    pulses,
    snapshots,
    classification: new Classification(),
    onCorrupt: (error) => {
      throw error;
    },
    onUnkept: (error) => {
      throw error;
    },
  });
  const write = (block: number, epoch: number): void => {
    const received = { epoch, time: start + block * beatMs - 5_000 };
    const sent = pulsesOf(block, received.time - 1_000);
    const record = encodeFrame({ receivedAt: received.time, epoch, pulses: sent });
    written.append([{ first: written.head + 1, count: sent.length, record, ids: [] }], received);
  };
  const records: SnapshotRecord[] = [];
  for (const beat of beats) {
    write(beat.block, beat.epoch ?? 0);
    records.push((await assembler.tick(requestOf(beat, written.head))).record);
  }
  write(193, 1);
  await pulses.close();
  await snapshots.close();
  await written.close();
  return records;
}

// Both logs of a folder with the assembly actor's own code between them, without its thread: pulses in, beats out.

import { join } from "node:path";
import { Assembler, type MadeSnapshot } from "../../src/actors/assembly/assembler.js";
import type { Parts } from "../../src/actors/assembly/follower.js";
import type { TickRequest } from "../../src/actors/assembly/protocol.js";
import { encodeFrame } from "../../src/log/frame.js";
import { idKey } from "../../src/log/keys.js";
import { PulsesLog } from "../../src/log/pulses-log.js";
import { PulsesReader } from "../../src/log/pulses-reader.js";
import { SnapshotsLog } from "../../src/log/snapshots-log.js";
import { digest } from "../../src/pipeline/digest.js";
import type { Pulse } from "../../src/pipeline/pulse.js";
import { defaultSettings } from "../pipeline/recorded.js";

export interface Beats {
  readonly pulses: PulsesLog;
  readonly snapshots: SnapshotsLog;
  readonly assembler: Assembler;
  /** Damaged records that were passed over. */
  readonly passedOver: string[];
  /** Stores pulses, a frame each. */
  say(pulses: readonly Pulse[], receivedAt: number, epoch?: number): void;
  /** @param request what differs from a beat of the grid in UTC over all pulses */
  beat(request: Partial<TickRequest> & { readonly instant: number }): Promise<MadeSnapshot>;
  close(): Promise<void>;
}

/** What a test has of its own. */
export type OwnParts = Partial<Parts> & { readonly snapshots?: SnapshotsLog };

/** @param folder gets `pulses` and `snapshots`, or has them */
export function openBeats(folder: string, own: OwnParts = {}): Beats {
  const log = new PulsesLog(join(folder, "pulses"));
  const snapshots = own.snapshots ?? new SnapshotsLog(join(folder, "snapshots"));
  const pulses = new PulsesReader(join(folder, "pulses"));
  const passedOver: string[] = [];
  const assembler = new Assembler({
    pulses,
    snapshots,
    classification: { classify: async (frames) => digest(frames) },
    onCorrupt: ({ message }) => passedOver.push(message),
    onUnkept: (error) => {
      throw error;
    },
    ...own,
  });
  return {
    pulses: log,
    snapshots,
    assembler,
    passedOver,
    say: (said, receivedAt, epoch = 0) => {
      for (const pulse of said) {
        const record = encodeFrame({ receivedAt, epoch, pulses: [pulse] });
        const ids = pulse.id === undefined ? [] : [{ key: idKey(pulse.source, pulse.id), seq: log.head + 1 }];
        log.append([{ first: log.head + 1, count: 1, record, ids }], { epoch, time: receivedAt });
      }
    },
    beat: (request) => assembler.tick({ ...gridRequest(log.head), ...request }),
    close: async () => {
      await assembler.idle();
      await pulses.close();
      await snapshots.close();
      await log.close();
    },
  };
}

function gridRequest(watermark: number): Omit<TickRequest, "instant"> {
  return {
    kind: "grid",
    epoch: 0,
    zone: "UTC",
    offsets: [{ at: 0, minutes: 0 }],
    watermark,
    intentions: "- Ship the parser\n",
    config: JSON.stringify(defaultSettings),
    gapReason: "stopped",
  };
}

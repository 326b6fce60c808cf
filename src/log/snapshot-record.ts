// A record of the snapshot log in bytes. Its day is needed to read it: the records since the day's first, in order.
//
//   sealed   flags   hash   chain   [frames]   deflated JSON: ids and instants less those before, then the delta
//   9        1       32     32      32         of the snapshot (`src/pipeline/delta.ts`)
//
// `frames` is left out where no frame came since the record before. A record of which something was forgotten keeps
// its hash and chain, and is marked erased: its hash no longer fits what it says.

import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { HeartbeatError } from "../errors.js";
import { beatId, blockOf, dayMs } from "../pipeline/beat-clock.js";
import { type Delta, DeltaDay } from "../pipeline/delta.js";
import type { BeatKind, FoldSettings, Tick } from "../pipeline/tick.js";
import type { SnapshotRecord } from "../pipeline/wire.js";
import { damaged, seal, unseal } from "./sealed.js";
import type { TextOf } from "./snapshot-values.js";

export const recordVersion = 2;

const noFrames = createHash("sha256").digest("hex");
const hashBytes = 32;
const flags = { noFrames: 1, erased: 2 } as const;
const kinds: readonly BeatKind[] = ["grid", "start", "catchup", "forced"];

/** What rarely changes within a day: stored by its first record, and by one that changes it. */
interface Setting extends Pick<Tick, "epoch" | "zone" | "offsets">, Pick<SnapshotRecord, "engine" | "unicode"> {
  readonly intentions: string;
  readonly config: string;
}

/** Instants and watermarks less those of the record before, which in the day's first are 0. */
type Payload = readonly [
  /** Records of the day before this one; 0: it is the day's base. */
  since: number,
  kind: number,
  /** Of its id in the block. */
  k: number,
  instant: number,
  watermark: number,
  setting: Setting | 0,
  ...Delta,
];

/** What stands outside of the delta. */
export interface RecordFace {
  readonly ordinal: number;
  readonly hash: string;
  readonly chain: string;
  readonly frames: string;
  readonly erased: boolean;
  /** Ordinal of its day's first record. */
  readonly base: number;
  readonly payload: Payload;
}

/** The records of a UTC day, in order: what they share, and how the next one is written and read. */
export class RecordDay {
  readonly #delta = new DeltaDay();
  #count = 0;
  #setting: Setting | undefined;
  #instant = 0;
  #watermark = 0;

  /** Whether a record of that instant goes on with this day. */
  holds(instant: number): boolean {
    return this.#count === 0 || Math.floor(instant / dayMs) === Math.floor(this.#instant / dayMs);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Takes in a further record. @param k of its id in the block */
  encode(record: SnapshotRecord, k: number, erased = false): Buffer {
    const { tick, inputs, engine, unicode } = record;
    const { epoch, zone, offsets, instant, watermark } = tick;
    const setting = { epoch, zone, offsets, engine, unicode, intentions: inputs.intentions, config: inputs.config };
    const payload: Payload = [
      this.#count,
      kinds.indexOf(tick.kind),
      k,
      instant - this.#instant,
      watermark - this.#watermark,
      JSON.stringify(setting) === JSON.stringify(this.#setting) ? 0 : setting,
      ...this.#delta.pack(tick, record.snapshot),
    ];
    this.#end(setting, instant, watermark);
    const bare = inputs.frames === noFrames;
    return seal(
      recordVersion,
      Buffer.of((bare ? flags.noFrames : 0) | (erased ? flags.erased : 0)),
      ...[record.hash, record.chain, ...(bare ? [] : [inputs.frames])].map(hashOf),
      deflateRawSync(JSON.stringify(payload), { level: 9, memLevel: 9 }),
    );
  }

  /** Takes in the day's next record; `record` gives it then. @throws HeartbeatError HB_LOG_CORRUPT if it is another */
  take({ ordinal, payload }: RecordFace): void {
    const [since, , , instantMs, watermarks, ownSetting, ...delta] = payload;
    if (since !== this.#count) throw damaged(`the place of record ${ordinal} of the snapshot log`);
    const setting = ownSetting === 0 ? (this.#setting as Setting) : ownSetting;
    const instant = this.#instant + instantMs;
    this.#delta.take({ ordinal, instant, zone: setting.zone, offsets: setting.offsets }, delta);
    this.#end(setting, instant, this.#watermark + watermarks);
  }

  /** The day's newest record. @param face its own */
  record({ ordinal, hash, chain, frames, payload: [, kind, k] }: RecordFace, textOf: TextOf): SnapshotRecord {
    const { epoch, zone, offsets, engine, unicode, intentions, config } = this.#setting as Setting;
    const [instant, watermark] = [this.#instant, this.#watermark];
    return {
      tick: {
        ordinal,
        id: beatId(blockOf(instant), k),
        instant,
        epoch,
        kind: kinds[kind] as BeatKind,
        zone,
        offsets,
        watermark,
        intentions: textOf(intentions),
        config: JSON.parse(textOf(config)) as FoldSettings,
      },
      inputs: { watermark, frames, intentions, config },
      hash,
      chain,
      engine,
      unicode,
      snapshot: this.#delta.snapshot,
    };
  }

  #end(setting: Setting, instant: number, watermark: number): void {
    this.#count += 1;
    this.#setting = setting;
    this.#instant = instant;
    this.#watermark = watermark;
  }
}

/** @throws HeartbeatError HB_FORMAT_NEWER, HB_LOG_CORRUPT, both naming the record */
export function readFace(value: Buffer, ordinal: number): RecordFace {
  const body = unseal(value, recordVersion, `record ${ordinal} of the snapshot log`);
  const own = body[0] as number;
  const bare = (own & flags.noFrames) !== 0;
  const at = 1 + hashBytes * (bare ? 2 : 3);
  const hash = (index: number): string => body.toString("hex", 1 + index * hashBytes, 1 + (index + 1) * hashBytes);
  const payload = JSON.parse(inflateRawSync(body.subarray(at)).toString()) as Payload;
  const [since] = payload;
  const face = { ordinal, hash: hash(0), chain: hash(1), frames: bare ? noFrames : hash(2) };
  return { ...face, erased: (own & flags.erased) !== 0, base: ordinal - since, payload };
}

function hashOf(hex: string): Buffer {
  const bytes = Buffer.from(hex, "hex");
  if (bytes.length === hashBytes) return bytes;
  throw new HeartbeatError("HB_INTERNAL", `expected a sha256 in hex, "${hex}" came`);
}

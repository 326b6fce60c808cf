// Walks both logs from their begin and holds every stored value to what proves it: frames to their hash, records to their
// seal, to the hash of what they say, to their frames' hashes and to the chain, texts to the hash they are found by.
// It goes on behind what is broken; the first is the one to look at.
//
//   frames ─hash over hashes─▶ inputs ─┐
//   chain of the record before ────────┼─▶ chain of the record
//   text and items ─hash───────────────┘

import { createHash } from "node:crypto";
import { HeartbeatError } from "../errors.js";
import { blockOf } from "../pipeline/beat-clock.js";
import { chainInput, contentOf } from "../pipeline/wire.js";
import { isErased } from "./frame.js";
import type { PulsesReader } from "./pulses-reader.js";
import type { ReadRecord, SnapshotsReader } from "./snapshots-reader.js";

/** Something stored that is not what was stored. */
export interface Broken {
  readonly kind: "frame" | "record" | "text" | "id" | "note" | "checkpoint";
  /** `p<seq>` of a frame's first pulse, the hash of a text, else the ordinal of the record it belongs to. */
  readonly at: string;
  /** Id of the record; `null` where it can't be read, and for a frame. */
  readonly id: string | null;
  readonly expected: string;
  readonly got: string;
}

export interface Verified {
  readonly frames: number;
  readonly records: number;
  readonly checkpoints: number;
  /** Frames of which pulses were forgotten. */
  readonly erasedFrames: number;
  /** Seq of the last pulse that was pruned; 0 for none. */
  readonly pruned: number;
  /** Records of which something was forgotten: their hash is that of what they said before. */
  readonly erased: readonly string[];
  /** Texts first, then in the order of the log, checkpoints last. */
  readonly broken: readonly Broken[];
}

/** A place beyond every pulse. */
const beyond = 2 ** 52;

export function verifyLog(pulses: PulsesReader, snapshots: SnapshotsReader): Verified {
  return new Verification(pulses, snapshots).run();
}

class Verification {
  readonly #pulses: PulsesReader;
  readonly #snapshots: SnapshotsReader;
  readonly #broken: Broken[] = [];
  readonly #erased: string[] = [];
  /** Of the record before; `null` where that can't be read. */
  #chain: string | null = "";
  #watermark = 0;
  #frames = 0;
  #erasedFrames = 0;
  #pruned = 0;
  #records = 0;

  constructor(pulses: PulsesReader, snapshots: SnapshotsReader) {
    this.#pulses = pulses;
    this.#snapshots = snapshots;
  }

  run(): Verified {
    this.#pruned = this.#pulses.pruned();
    for (const hash of this.#snapshots.textHashes()) this.#try("text", hash, null, () => this.#snapshots.text(hash));
    const last = this.#snapshots.lastOrdinal();
    for (let ordinal = 1; ordinal <= last; ordinal++) this.#step(ordinal);
    this.#framesUpTo(beyond);
    this.#try("record", last, null, () => this.#snapshots.latest());
    const places = this.#snapshots.checkpointPlaces();
    for (const place of places) {
      this.#try("checkpoint", place.ordinal, null, () => this.#snapshots.checkpointAt(place));
    }
    return {
      frames: this.#frames,
      records: this.#records,
      checkpoints: places.length,
      erasedFrames: this.#erasedFrames,
      pruned: this.#pruned,
      erased: this.#erased,
      broken: this.#broken,
    };
  }

  #step(ordinal: number): void {
    const read = this.#try("record", ordinal, null, () => this.#snapshots.records(ordinal, 1)[0] ?? "none");
    this.#try("note", ordinal, null, () => this.#snapshots.notes(ordinal));
    if (read === null || read === "none") {
      if (read === "none") this.#add("record", ordinal, null, "a record", read);
      this.#chain = null;
      return;
    }
    this.#records += 1;
    this.#checkRecord(ordinal, read);
    this.#chain = read.record.chain;
  }

  #checkRecord(ordinal: number, { record, face }: ReadRecord): void {
    const { tick, inputs, hash, chain, snapshot } = record;
    const found = this.#broken.length;
    const isWhole = this.#watermark >= this.#pruned;
    const frames = this.#framesUpTo(tick.watermark);
    // The hash over frames of which one is broken, or was pruned, says no more than that.
    if (isWhole && this.#broken.length === found)
      this.#equal("record", ordinal, tick.id, inputs.frames, frames, "frames ");
    if (face.erased) this.#erased.push(tick.id);
    else this.#equal("record", ordinal, tick.id, hash, sha256(contentOf(snapshot)), "hash ");
    if (this.#chain !== null) {
      this.#equal("record", ordinal, tick.id, chain, sha256(chainInput(this.#chain, inputs, hash)), "chain ");
    }
    const k = Number(tick.id.split(".")[1] ?? 0);
    const owner = this.#try("id", ordinal, tick.id, () => this.#snapshots.ownerOf(blockOf(tick.instant), k));
    if (owner !== null) this.#equal("id", ordinal, tick.id, String(ordinal), String(owner ?? "none"), "record ");
  }

  /** @returns the hash over the hashes of the frames since the last call */
  #framesUpTo(watermark: number): string {
    const hash = createHash("sha256");
    const onCorrupt = (error: HeartbeatError, first: number): void => {
      this.#add("frame", `p${first}`, null, "the bytes that were stored", error.message);
    };
    try {
      for (let at = this.#watermark; at < watermark; ) {
        const page = this.#pulses.records(at, watermark, { onCorrupt });
        // The newest frame comes again where its end was not known.
        const further = page.filter(({ first }) => first > at);
        for (const frame of further) {
          hash.update(frame.hash);
          if (isErased(frame.record)) this.#erasedFrames += 1;
        }
        this.#frames += further.length;
        at = page.at(-1)?.last ?? watermark;
      }
    } catch (error) {
      if (!(error instanceof HeartbeatError) || error.code !== "HB_FORMAT_NEWER") throw error;
      this.#add("frame", `after p${this.#watermark}`, null, "a version that is known", error.message);
    }
    this.#watermark = Math.max(this.#watermark, watermark);
    return hash.digest("hex");
  }

  #equal(kind: Broken["kind"], at: number, id: string, expected: string, got: string, what: string): void {
    if (expected !== got) this.#add(kind, at, id, what + expected, what + got);
  }

  /** What `read` gives; `null` where that is broken. */
  #try<T>(kind: Broken["kind"], at: number | string, id: string | null, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof HeartbeatError)) throw error;
      this.#add(kind, at, id, "the bytes that were stored", error.message);
      return null;
    }
  }

  #add(kind: Broken["kind"], at: number | string, id: string | null, expected: string, got: string): void {
    this.#broken.push({ kind, at: String(at), id, expected, got });
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

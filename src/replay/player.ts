// The fold on a virtual clock: takes pulses and ticks in the order of the log and makes the very records that the daemon
// would have made. It reads no clock, no file and no log.

import { createHash } from "node:crypto";
import { recordOf } from "../actors/assembly/record.js";
import type { PulseDigest } from "../pipeline/digest.js";
import { fold } from "../pipeline/fold.js";
import { emptyState, type State } from "../pipeline/state.js";
import { loadStep } from "../pipeline/step.js";
import type { Tick } from "../pipeline/tick.js";
import type { Encoding } from "../pipeline/tokens.js";
import type { SnapshotRecord } from "../pipeline/wire.js";

/** Where the log stands when playing begins. */
export interface Start {
  /** Taken over. */
  readonly state: State;
  /** `chain` of the snapshot before; empty if there is none. */
  readonly chain: string;
}

export class Player {
  #state: State;
  #chain: string;
  /** Of the frames since the last tick. */
  #frames = createHash("sha256");

  constructor({ state, chain }: Start = { state: emptyState(), chain: "" }) {
    this.#state = state;
    this.#chain = chain;
  }

  /** Highest seq folded in. */
  get watermark(): number {
    return this.#state.seq;
  }

  /** @param hash of each frame the pulses came in, in order */
  take(pulses: readonly PulseDigest[], ...hashes: readonly Uint8Array[]): void {
    for (const hash of hashes) this.#frames.update(hash);
    this.#state = fold(this.#state, pulses);
  }

  /** @param frames hash over the frames since the last tick, where the ones taken are not those of the log */
  async tick(tick: Tick, frames?: string): Promise<SnapshotRecord> {
    const step = await loadStep(tick.config.tokenizer as Encoding);
    const { state, snapshot } = step(this.#state, tick);
    const taken = this.#frames.digest("hex");
    const texts = { intentions: tick.intentions, config: JSON.stringify(tick.config) };
    const record = recordOf(tick, texts, frames ?? taken, snapshot, { chain: this.#chain });
    this.#state = state;
    this.#chain = record.chain;
    this.#frames = createHash("sha256");
    return record;
  }
}

// The fold on a virtual clock, without a log: pulses in as they are received, ticks when the caller says so.

import { beatId, blockOf } from "../../src/pipeline/beat-clock.js";
import { digestFrame } from "../../src/pipeline/digest.js";
import { fold } from "../../src/pipeline/fold.js";
import type { Snapshot } from "../../src/pipeline/snapshot.js";
import { emptyState, type State } from "../../src/pipeline/state.js";
import { advance, createStep, type Step } from "../../src/pipeline/step.js";
import type { FoldSettings, Tick } from "../../src/pipeline/tick.js";
import type { Count } from "../../src/pipeline/tokens.js";
import { defaultSettings } from "../pipeline/recorded.js";
import type { Received } from "./developer.js";

export class FoldRun {
  state: State = emptyState();
  tick: Tick | undefined;
  readonly #step: Step;
  readonly #config: FoldSettings;
  readonly #intentions: string;
  #ordinal = 0;

  constructor(count: Count, intentions = "", settings: Partial<FoldSettings> = {}) {
    this.#step = createStep(count);
    this.#config = { ...defaultSettings, ...settings };
    this.#intentions = intentions;
  }

  take({ receivedAt, pulse }: Received): void {
    this.state = fold(this.state, digestFrame({ first: this.state.seq + 1, receivedAt, epoch: 0, pulses: [pulse] }));
  }

  /** A grid tick at `instant`, ms since 1970. */
  beat(instant: number): Snapshot {
    this.tick = this.#tickAt(instant);
    const { state, snapshot } = this.#step(this.state, this.tick);
    this.state = state;
    return snapshot;
  }

  /** The part of a tick that shows nothing: what is past is told and compacted. */
  advance(instant: number): ReturnType<typeof advance> {
    return advance(this.state, this.#tickAt(instant));
  }

  #tickAt(instant: number): Tick {
    return {
      ordinal: ++this.#ordinal,
      id: beatId(blockOf(instant), 0),
      instant,
      epoch: 0,
      kind: "grid",
      zone: "UTC",
      offsets: [{ at: 0, minutes: 0 }],
      watermark: this.state.seq,
      intentions: this.#intentions,
      config: this.#config,
    };
  }
}

// A scheduler in a world, and the beats it made.

import type { GapReason } from "../../../src/actors/assembly/protocol.js";
import type { Instant } from "../../../src/clock.js";
import { blockId, blockOf } from "../../../src/pipeline/beat-clock.js";
import type { BeatKind } from "../../../src/pipeline/tick.js";
import { Scheduler } from "../../../src/supervisor/scheduler.js";
import { World } from "../world.js";

export interface Beat {
  readonly id: string;
  readonly kind: BeatKind;
  readonly reason: GapReason;
  readonly at: string;
  readonly epoch: number;
}

/** What a beat does after it took its instant; by default nothing. */
export type Work = (beat: Beat, number: number) => void | Promise<void>;

/** What a beat does before it takes its instant. */
export type Before = (number: number) => void | Promise<void>;

export class Rhythm {
  readonly world: World;
  readonly beats: Beat[] = [];
  readonly failures: string[] = [];
  readonly scheduler: Scheduler<Beat>;
  running = 0;
  overlapped = false;
  begun = 0;

  constructor(start: string, work: Work = () => {}, before: Before = () => {}) {
    this.world = new World(start);
    this.scheduler = new Scheduler<Beat>({
      clock: this.world.clock,
      uptimeMs: () => this.world.uptimeMs,
      timers: this.world,
      make: (kind, reason, stamp) => this.#make(kind, reason, stamp, work, before),
      onFailed: (_kind, error) => {
        this.failures.push((error as Error).message);
        this.world.stir();
      },
    });
  }

  /** `kind id` of each beat, those of the start left out. */
  get list(): string[] {
    return this.beats.filter(({ kind }) => kind !== "start").map(({ kind, id }) => `${kind} ${id}`);
  }

  async #make(kind: BeatKind, reason: GapReason, stamp: () => Instant, work: Work, before: Before): Promise<Beat> {
    this.world.stir();
    this.overlapped ||= this.running > 0;
    this.running++;
    try {
      await before(++this.begun);
      const { time, epoch } = stamp();
      const at = new Date(time).toISOString();
      const beat = { id: blockId(blockOf(time)), kind, reason, at, epoch };
      await work(beat, this.begun);
      this.beats.push(beat);
      return beat;
    } finally {
      this.running--;
      this.world.stir();
    }
  }
}

/** A promise to be settled by the test. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

export const second = 1_000;
export const minute = 60_000;
export const hour = 3_600_000;
export const day = 86_400_000;

// Makes one beat: asks collection up to where pulses are flushed, takes the instant, reads the user's files and hands the
// tick to assembly, which gives it its ordinal and id. A beat does not wait for a part that is down: without collection
// the last known head is the watermark.
//
//   start, catchup: collectors ─▶ flush ─▶ watermark ─▶ instant ─▶ files, zone ─▶ assembly
//
// The instant is taken after the flush was answered, so no pulse of the beat was received after it.

import type { GapReason, TickAnswer, TickRequest } from "../actors/assembly/protocol.js";
import type { Instant } from "../clock.js";
import type { BeatKind } from "../pipeline/tick.js";
import type { IntentionsFile } from "./intentions.js";
import type { LiveConfig } from "./live-config.js";
import { type Timers, withLimit } from "./timers.js";
import { ZoneOffsetTable } from "./zone-offsets.js";

/** How long a start or catch-up beat waits for the collectors' first answers. */
export const collectorsMs = 3_000;
/** How long a beat waits for collection to flush before it goes on with the last known head. */
export const flushMs = 10_000;

export interface BeatMakerOptions {
  readonly timers: Timers;
  /** Runs all collectors and resolves when they have answered, `limitMs` at the latest. */
  readonly runCollectors: (limitMs: number) => Promise<void>;
  /** Asks collection to flush; what it answers is the head. */
  readonly flush: () => Promise<{ readonly head: number }>;
  readonly intentions: Pick<IntentionsFile, "read">;
  readonly config: Pick<LiveConfig, "read">;
  readonly tick: (request: TickRequest) => Promise<TickAnswer>;
}

/** A beat that was made. */
export interface MadeBeat {
  readonly request: TickRequest;
  readonly answer: TickAnswer;
}

export class BeatMaker {
  readonly #options: BeatMakerOptions;
  readonly #zones = new ZoneOffsetTable();
  #head = 0;
  #headProblem: string | null = null;

  constructor(options: BeatMakerOptions) {
    this.#options = options;
  }

  /** Why the last watermark is not collection's own; `null` when it is. */
  get headProblem(): string | null {
    return this.#headProblem;
  }

  async make(kind: BeatKind, gapReason: GapReason, stamp: () => Instant): Promise<MadeBeat> {
    if (kind === "start" || kind === "catchup") await this.#options.runCollectors(collectorsMs);
    const watermark = await this.#watermark();
    const { time: instant, epoch } = stamp();
    const [intentions, { zone, config }] = await this.#files();
    const offsets = this.#zones.at(zone, instant);
    const request = { kind, instant, epoch, zone, offsets, watermark, intentions, config, gapReason };
    return { request, answer: await this.#options.tick(request) };
  }

  /** Whether a beat made now would be made from the same pulses and files. */
  async unchanged({ request }: MadeBeat): Promise<boolean> {
    const watermark = await this.#watermark();
    const [intentions, { zone, config }] = await this.#files();
    const same = { ...request, watermark, intentions, zone, config };
    return JSON.stringify(same) === JSON.stringify(request);
  }

  #files() {
    return Promise.all([this.#options.intentions.read(), this.#options.config.read()]);
  }

  async #watermark(): Promise<number> {
    try {
      const { head } = await withLimit(this.#options.timers, flushMs, "collection's flush", this.#options.flush());
      this.#head = Math.max(this.#head, head);
      this.#headProblem = null;
    } catch (error) {
      this.#headProblem = `the last beat holds pulses up to ${this.#head} only: ${(error as Error).message}`;
    }
    return this.#head;
  }
}

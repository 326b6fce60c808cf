// `heartbeat pause`: nothing is taken from collectors until resumed, or until a given time. Collection refuses their pulses
// and keeps the pause over a restart; the runner stops running them; the end of a timed pause is watched for here.

import type { Pause } from "../actors/collection/protocol.js";
import type { Clock } from "../clock.js";
import type { SupervisorAnswers } from "../http/protocol.js";
import { isoOrNull } from "./health.js";

export interface PausingOptions {
  readonly clock: Clock;
  /** Tells collection; rejects when it can't be told, and then nothing has changed. */
  readonly tell: (message: { type: "pause"; until: number | null } | { type: "resume" }) => Promise<unknown>;
  readonly pauseCollectors: () => void;
  readonly resumeCollectors: () => void;
}

export class Pausing {
  readonly #options: PausingOptions;
  #pause: Pause | null = null;

  constructor(options: PausingOptions) {
    this.#options = options;
  }

  get current(): Pause | null {
    return this.#pause;
  }

  /** Takes up what collection kept from before this start. */
  restore(pause: Pause | null): void {
    this.#pause = pause;
    if (pause !== null) this.#options.pauseCollectors();
  }

  /** @param minutes absent: until resumed */
  async begin(minutes: number | undefined): Promise<SupervisorAnswers["pause"]> {
    const until = minutes === undefined ? null : Math.round(this.#options.clock.now().time + minutes * 60_000);
    await this.#options.tell({ type: "pause", until });
    this.#pause = { until };
    this.#options.pauseCollectors();
    return { paused: true, until: isoOrNull(until) };
  }

  async end(): Promise<SupervisorAnswers["resume"]> {
    await this.#options.tell({ type: "resume" });
    this.#pause = null;
    this.#options.resumeCollectors();
    return { paused: false };
  }

  /**
   * Ends a timed pause that is over; one that collection can't be told of now is ended at a later look.
   * @param now ms since 1970
   */
  async look(now: number): Promise<void> {
    const until = this.#pause?.until ?? null;
    if (until !== null && now >= until) await this.end().catch(() => {});
  }
}

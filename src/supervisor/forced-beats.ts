// `POST /beat`: requests within one second share a beat, but never one that does not hold what was acked before the
// request. So a request shares the beat of the last second while the log and the files are as that beat found them;
// else it shares the next one, which is begun a second after the last.

import { delay, type Timers } from "./timers.js";

/** Requests this close together share a beat. */
export const shareMs = 1_000;

export interface ForcedBeatsOptions<Answer> {
  readonly timers: Timers;
  /** A clock that never goes back, ms. */
  readonly elapsedMs: () => number;
  readonly force: () => Promise<Answer>;
  /** Whether a beat taken now would be made from the same pulses, intentions and settings. */
  readonly unchanged: (answer: Answer) => Promise<boolean>;
}

export class ForcedBeats<Answer> {
  readonly #options: ForcedBeatsOptions<Answer>;
  #last: { readonly begun: number; readonly answer: Promise<Answer> } | undefined;
  #waiting: Promise<Answer> | undefined;

  constructor(options: ForcedBeatsOptions<Answer>) {
    this.#options = options;
  }

  async request(): Promise<Answer> {
    const last = this.#last;
    if (last !== undefined && this.#restMs(last.begun) > 0) {
      const answer = await last.answer.catch(() => undefined);
      if (answer !== undefined && (await this.#options.unchanged(answer))) return answer;
    }
    const restMs = this.#last === undefined ? 0 : this.#restMs(this.#last.begun);
    if (restMs <= 0) return this.#begin();
    this.#waiting ??= delay(this.#options.timers, restMs).then(() => {
      this.#waiting = undefined;
      return this.#begin();
    });
    return this.#waiting;
  }

  #begin(): Promise<Answer> {
    const answer = this.#options.force();
    this.#last = { begun: this.#options.elapsedMs(), answer };
    return answer;
  }

  #restMs(begun: number): number {
    return shareMs - (this.#options.elapsedMs() - begun);
  }
}

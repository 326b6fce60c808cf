// A world for tests: a wall clock, a machine that can sleep, and timers that stand still while it does. Days pass in
// milliseconds, and only when a test says so.

import { SharedClock } from "../../src/clock.js";
import type { Timers } from "../../src/supervisor/timers.js";

interface Armed {
  readonly at: number;
  readonly ms: number;
  readonly fire: () => void;
}

export class World implements Timers {
  /** ms since 1970. */
  wall: number;
  /** ms since boot, sleep counted. */
  uptimeMs = 1_000_000;
  /** ms since boot, sleep not counted: what timers go by. */
  awakeMs = 0;
  /** Longest timer that was ever armed, ms. */
  longestMs = 0;
  readonly clock: SharedClock;
  readonly #armed = new Set<Armed>();
  #unsettled = false;
  #held: Promise<void> = Promise.resolve();

  constructor(start: string) {
    this.wall = Date.parse(start);
    this.clock = new SharedClock(undefined, () => this.wall);
  }

  set(ms: number, fire: () => void): () => void {
    const timer = { at: this.awakeMs + ms, ms, fire };
    this.longestMs = Math.max(this.longestMs, ms);
    this.#armed.add(timer);
    return () => this.#armed.delete(timer);
  }

  /** Something was begun that goes on in promises: let them run before time goes on. */
  stir(): void {
    this.#unsettled = true;
  }

  /** Time stands still until `work` has ended, however many turns it takes. */
  hold(work: Promise<unknown>): void {
    const ended = work.then(
      () => {},
      () => {},
    );
    this.#held = this.#held.then(() => ended);
    this.#unsettled = true;
  }

  /** Lets `ms` pass awake. */
  async run(ms: number): Promise<void> {
    await this.settle();
    const end = this.awakeMs + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#pass(Math.max(0, next.at - this.awakeMs));
      this.#armed.delete(next);
      next.fire();
      if (this.#unsettled) await this.settle();
    }
    this.#pass(end - this.awakeMs);
    await this.settle();
  }

  /** Lets `ms` pass asleep: no timer counts it, the uptime does. */
  sleep(ms: number): void {
    this.wall += ms;
    this.uptimeMs += ms;
  }

  /** Sets the wall clock by `ms`. */
  step(ms: number): void {
    this.wall += ms;
  }

  /** Lets promises run until none of them goes on by itself. */
  async settle(): Promise<void> {
    do {
      this.#unsettled = false;
      await this.#held;
      await new Promise(setImmediate);
    } while (this.#unsettled);
  }

  #next(end: number): Armed | undefined {
    let next: Armed | undefined;
    for (const timer of this.#armed) {
      if (timer.at <= end && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  }

  #pass(ms: number): void {
    this.wall += ms;
    this.uptimeMs += ms;
    this.awakeMs += ms;
  }
}

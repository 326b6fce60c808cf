// The daemon's one clock, shared by every thread through 8 bytes of shared memory.
// Time never runs backwards within an epoch: a wall clock set back by up to 60 s makes it stand still, set back by
// more begins a new epoch. Whoever reads the clock first after the step begins it; a compare-and-swap makes it one.
//
//   bits 63…48  epoch          bits 47…0  latest instant given out, ms since 1970

const timeBits = 48n;
const timeMask = (1n << timeBits) - 1n;

/** How far the wall clock may be set back before a new epoch begins, in ms. */
export const standstillMs = 60_000;

/** An instant in the order of time: (epoch, time). */
export interface Instant {
  /** 0, 1, 2 …: rises by one each time the wall clock was set back by more than 60 s. */
  readonly epoch: number;
  /** ms since 1970, UTC. */
  readonly time: number;
}

export interface Clock {
  now(): Instant;
}

export class SharedClock implements Clock {
  readonly memory: SharedArrayBuffer;
  readonly #cell: BigUint64Array;
  readonly #wall: () => number;

  /** @param wall the wall clock in ms; a test passes its own */
  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(8), wall: () => number = Date.now) {
    this.memory = memory;
    this.#cell = new BigUint64Array(memory);
    this.#wall = wall;
  }

  now(): Instant {
    for (;;) {
      const seen = Atomics.load(this.#cell, 0);
      const latest: Instant = { epoch: Number(seen >> timeBits), time: Number(seen & timeMask) };
      const wall = this.#wall();
      if (wall < latest.time && latest.time - wall <= standstillMs) return latest;
      const next: Instant = { epoch: wall < latest.time ? latest.epoch + 1 : latest.epoch, time: wall };
      const packed = (BigInt(next.epoch) << timeBits) | BigInt(next.time);
      if (packed === seen || Atomics.compareExchange(this.#cell, 0, seen, packed) === seen) return next;
    }
  }

  /**
   * Starts the clock after `last`, the latest instant the log knows: where the wall clock is more than 60 s before it,
   * the first reading begins a new epoch. Call before any thread reads it.
   */
  startAfter(last: Instant): void {
    Atomics.store(this.#cell, 0, (BigInt(last.epoch) << timeBits) | BigInt(last.time));
  }
}

/** The later of two instants in the order of time. */
export function laterOf(a: Instant, b: Instant): Instant {
  return a.epoch > b.epoch || (a.epoch === b.epoch && a.time >= b.time) ? a : b;
}

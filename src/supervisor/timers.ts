// Timers, passed in wherever the main thread waits, so that tests drive days in milliseconds.

import { HeartbeatError } from "../errors.js";

export interface Timers {
  /** Calls `fire` once after `ms`; what it returns cancels that. */
  set(ms: number, fire: () => void): () => void;
}

export const systemTimers: Timers = {
  set(ms, fire) {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  },
};

/** Settles as `work` does, or after `ms` rejects with HB_TIMEOUT, saying what did not happen. `work` itself goes on. */
export function withLimit<T>(timers: Timers, ms: number, what: string, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.set(ms, () => reject(new HeartbeatError("HB_TIMEOUT", `${what} took longer than ${ms} ms`)));
    work.then(resolve, reject).finally(cancel);
  });
}

/** Resolves after `ms`. */
export function delay(timers: Timers, ms: number): Promise<void> {
  return new Promise((resolve) => timers.set(ms, resolve));
}

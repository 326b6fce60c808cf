// A stored pulse as it goes out: the fields it was sent with, and where and when it was stored. `GET /pulses` and
// `heartbeat export` give one a line; what is sent on as a pulse or replayed from a file gives the same snapshots.

import type { Frame, Pulse } from "./pulse.js";

/** Instants are RFC 3339 in UTC, importance is 0–1. */
export type PulseLine = Omit<Pulse, "time" | "until"> & {
  readonly seq: number;
  /** `p<seq>` */
  readonly ref: string;
  readonly receivedAt: string;
  /** Only from where the clock was first set back. */
  readonly epoch?: number;
  readonly time?: string;
  readonly until?: string;
};

/** The pulses of a frame, in their order. */
export function pulseLines({ first, receivedAt, epoch, pulses }: Frame): PulseLine[] {
  return pulses.map(({ time, until, importance, ...rest }, index) => ({
    seq: first + index,
    ref: `p${first + index}`,
    receivedAt: rfc3339(receivedAt),
    ...(epoch !== 0 && { epoch }),
    ...rest,
    ...(time !== undefined && { time: rfc3339(time) }),
    ...(until !== undefined && { until: rfc3339(until) }),
    ...(importance !== undefined && { importance: importance / 100 }),
  }));
}

function rfc3339(time: number): string {
  return new Date(time).toISOString();
}

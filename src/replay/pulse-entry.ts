// A line of a recorded file as a pulse. One that was in the log before (it has a `seq`) is taken as it was stored; any
// other is checked as one that is sent, and received at its `time` where it does not say when.

import { checkPulse } from "../pipeline/check-pulse.js";
import type { Pulse } from "../pipeline/pulse.js";
import { parseTime } from "../pipeline/pulse-time.js";

/** A pulse before it has its place among the others. Times are ms since 1970. */
export interface PulseEntry {
  /** `null`: it was in no log yet. */
  readonly seq: number | null;
  readonly receivedAt: number;
  readonly epoch: number;
  readonly pulse: Pulse;
}

/** @returns a sentence part that says what is wrong (expected …, … came) */
export function pulseEntry(line: Readonly<Record<string, unknown>>): PulseEntry | string {
  const { seq = null, ref: _ref, receivedAt: received, epoch = 0, ...item } = line;
  if (seq !== null && !isWhole(seq, 1)) return `seq: expected a whole number from 1, ${JSON.stringify(seq)} came`;
  if (!isWhole(epoch, 0)) return `epoch: expected a whole number from 0, ${JSON.stringify(epoch)} came`;
  const receivedAt = receiptOf(received, item.time);
  if (typeof receivedAt === "string") return receivedAt;
  const checked = seq === null ? checkPulse(item, receivedAt) : checkStored(item, receivedAt);
  return "error" in checked ? checked.error.message : { seq, receivedAt, epoch, pulse: checked.pulse };
}

function receiptOf(receivedAt: unknown, time: unknown): number | string {
  const name = receivedAt === undefined ? "time" : "receivedAt";
  const value = receivedAt ?? time;
  if (typeof value !== "string" && typeof value !== "number") {
    return value === undefined || value === null
      ? "expected receivedAt or time, neither came"
      : `${name}: expected RFC 3339 text or milliseconds since 1970, ${JSON.stringify(value).slice(0, 64)} came`;
  }
  const parsed = parseTime(value);
  return typeof parsed === "string" ? `${name}: ${parsed}` : parsed;
}

const limited = ["source", "text", "key", "id", "category"] as const;

/** Limits of length hold for what is sent: a secret may have given way to a longer mark. */
function checkStored(item: Readonly<Record<string, unknown>>, receivedAt: number): ReturnType<typeof checkPulse> {
  const { data, refs, ...rest } = item;
  const short: Record<string, unknown> = rest;
  const kept: Record<string, unknown> = {};
  for (const name of limited) {
    const value = short[name];
    if (typeof value !== "string" || value === "") continue;
    kept[name] = value;
    short[name] = "x";
  }
  if (Array.isArray(refs) && refs.every((ref) => typeof ref === "string")) kept.refs = refs;
  else if (refs !== undefined) short.refs = refs;
  if (typeof data === "object" && data !== null) kept.data = data;
  const checked = checkPulse(short, receivedAt);
  return "error" in checked ? checked : { pulse: { ...checked.pulse, ...kept } };
}

function isWhole(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

// Redacts a pulse: every string that a sender chose passes, `source`, `key` and `id` too, because people put paths,
// URLs and commands there. Equal strings stay equal, so that states and sources still meet. The idempotency of `id` is
// by a hash of what was sent, made before this, so that two ids which differ in a secret stay two.

import type { Pulse } from "../pipeline/pulse.js";
import type { Redactor } from "./redact.js";
import { secretByName } from "./redact-assignments.js";

/** The same object where nothing had to be redacted. */
export function redactPulse(pulse: Pulse, redact: Redactor): Pulse {
  const changed: { -readonly [K in keyof Pulse]?: Pulse[K] } = {};
  let any = false;
  for (const name of ["source", "type", "text", "key", "id", "category"] as const) {
    const before = pulse[name];
    if (before === undefined) continue;
    const after = redact(before);
    if (after === before) continue;
    changed[name] = after;
    any = true;
  }
  if (pulse.refs !== undefined) changed.refs = pulse.refs.map(redact);
  if (pulse.data !== undefined) changed.data = redactData(pulse.data, redact) as Record<string, unknown>;
  return any || pulse.refs !== undefined || pulse.data !== undefined ? { ...pulse, ...changed } : pulse;
}

function redactData(value: unknown, redact: Redactor): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => redactData(entry, redact));
  const entries: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value)) {
    const kind = typeof entry === "string" || typeof entry === "number" ? secretByName(name, String(entry)) : null;
    entries[redact(name)] = kind === null ? redactData(entry, redact) : `[REDACTED:${kind}]`;
  }
  return entries;
}

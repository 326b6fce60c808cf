// The `data` object of a pulse: plain JSON, bounded in bytes and depth, without names that reach a prototype and
// without numbers that JSON can't say. What comes out is a copy with well-formed strings.

import { maxDataBytes, maxDataDepth, type PulseError } from "./pulse.js";

export type CheckedData = { readonly data: Readonly<Record<string, unknown>> } | { readonly error: PulseError };

const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/** Thrown within this file only, to leave the depths at once. */
class BadData {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export function checkData(value: object): CheckedData {
  try {
    const data = copy(value, 1) as Record<string, unknown>;
    const bytes = new TextEncoder().encode(JSON.stringify(data)).length;
    if (bytes <= maxDataBytes) return { data };
    return {
      error: {
        code: "HB_PULSE_DATA_TOO_LONG",
        message: `data: expected at most ${maxDataBytes} bytes of JSON, ${bytes} came`,
      },
    };
  } catch (error) {
    if (error instanceof BadData) return { error: { code: "HB_PULSE_DATA", message: `data: ${error.message}` } };
    throw error;
  }
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value;
    throw new BadData(`expected finite numbers, ${value} came`);
  }
  if (typeof value !== "object") throw new BadData(`expected JSON values, a ${typeof value} came`);
  if (depth > maxDataDepth) throw new BadData(`expected at most ${maxDataDepth} levels of nesting, more came`);
  if (Array.isArray(value)) return value.map((entry) => copy(entry, depth + 1));
  const entries: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (forbidden.has(name)) throw new BadData(`expected no key named "${name}" at any depth, one came`);
    entries[name.toWellFormed()] = copy((value as Record<string, unknown>)[name], depth + 1);
  }
  return entries;
}

// A pulse: one signal. The schema here is the one source of its type, its check and its documentation. It is plain data:
// only who checks pulses loads a validator, because that costs each thread which does 13 MB.
// Lengths in characters are Unicode code points, as JSON Schema counts them; bytes are those of UTF-8.

import type { XStatic } from "typebox/schema";

/** Largest `text`, in bytes of UTF-8 as sent. */
export const maxTextBytes = 8_192;
/** Largest `data`, in bytes of its JSON in UTF-8. */
export const maxDataBytes = 16_384;
/** Deepest nesting within `data`; an object without objects in it is 1 deep. */
export const maxDataDepth = 64;

const time = "RFC 3339 text with an offset, or milliseconds since 1970; years 2000–2200";

/** JSON Schema of a pulse as it is sent. */
export const sentPulse = {
  type: "object",
  additionalProperties: false,
  required: ["source"],
  properties: {
    source: { type: "string", minLength: 1, maxLength: 128, description: "Who says it: `window`, `git`, `shell`, …" },
    type: {
      type: "string",
      minLength: 1,
      maxLength: 64,
      default: "signal",
      description: "What kind, dotted: `message.user`",
    },
    text: {
      type: "string",
      minLength: 1,
      description: "A statement that stands alone, at most 8 KiB of UTF-8; required unless `retract`",
    },
    time: { type: ["string", "number"], description: `When it happens: ${time}` },
    until: { type: ["string", "number"], description: `When it stops being true, ≥ \`time\`: ${time}` },
    key: {
      type: "string",
      minLength: 1,
      maxLength: 256,
      description: "State key: a newer pulse of the same source and key replaces the older one",
    },
    id: {
      type: "string",
      minLength: 1,
      maxLength: 256,
      description: "Idempotency id, unique per source: the first wins",
    },
    importance: {
      type: "number",
      description: "Clamped to 0–1, kept in hundredths; by default it follows from `type`",
    },
    category: { type: "string", minLength: 1, maxLength: 64, description: "Free tag" },
    retract: { const: true, description: "What `source` and `key` said no longer holds; needs `key`" },
    refs: {
      type: "array",
      maxItems: 64,
      items: { type: "string", minLength: 1, maxLength: 256 },
      description: 'Ids it was drawn from; only with `type: "beat"`',
    },
    data: {
      type: "object",
      description: "JSON object kept for provenance, never rendered; at most 16 KiB and 64 levels deep",
    },
  },
} as const;

/** A pulse as it is sent. */
export type SentPulse = XStatic<typeof sentPulse>;

/** A pulse as it is stored: checked, redacted, well-formed; only what was sent. */
export type Pulse = Readonly<
  Omit<SentPulse, "time" | "until" | "refs" | "data"> & {
    /** ms since 1970: when it happens; absent: at receipt. */
    time?: number;
    /** ms since 1970, ≥ `time`. */
    until?: number;
    /** Whole hundredths, 0–100; absent: by type. */
    importance?: number;
    refs?: readonly string[];
    data?: Readonly<Record<string, unknown>>;
  }
>;

/** Why an item is no pulse. */
export interface PulseError {
  /** `HB_PULSE_…`, stable. */
  readonly code: string;
  /** What was expected and what came. */
  readonly message: string;
}

/** Answer to `POST /pulse` and to every WebSocket frame. */
export interface PulseAnswer {
  /** Seq of the first stored pulse; the stored ones are consecutive, in the order sent. `null` when none was stored. */
  readonly first: number | null;
  /** How many were stored. */
  readonly count: number;
  readonly duplicates: readonly { readonly index: number; readonly seq: number }[];
  readonly errors: readonly {
    readonly index: number;
    readonly code: string;
    readonly message: string;
    readonly permanent: true;
  }[];
}

/** A frame: what one request or WebSocket message brought, one record of the log. */
export interface Frame {
  /** Seq of its first pulse; the others follow. */
  readonly first: number;
  /** ms since 1970. */
  readonly receivedAt: number;
  readonly epoch: number;
  readonly pulses: readonly Pulse[];
  /**
   * Of those that were forgotten, by place in `pulses`: a number that stands for what it said, the same where the source
   * said the same. So the fold goes on as it did.
   */
  readonly forgotten?: Readonly<Record<number, number>>;
}

/** Importance in hundredths of a pulse that came without one. */
export function defaultImportance(type: string): number {
  if (type === "commit" || type === "event") return 80;
  if (type === "message.user") return 70;
  if (type.endsWith(".failed")) return 60;
  if (type === "command") return 30;
  if (type.startsWith("window.") || type === "idle") return 20;
  if (type.endsWith(".running")) return 10;
  return 50;
}

// The configuration: this schema is the one source of its type, its defaults, its check and its documentation.
// Every field has a default, a description with its unit, and a bound; parse.ts judges by it, example.ts writes the
// commented config.toml from it. It is plain data: TypeBox's builders would cost the daemon 0.4 s of CPU and 14 MB.
// What a schema can't say (a zone exists) stands in rules.ts; that patterns compile, in load.ts.

import type { XStatic } from "typebox/schema";
import { encodings } from "../pipeline/tokens.js";

const strict = { additionalProperties: false } as const;

const shares = {
  type: "object",
  ...strict,
  default: {},
  description: "Nominal shares of the four sections; together at most 1000.",
  properties: {
    intention: {
      type: "integer",
      default: 100,
      minimum: 1,
      maximum: 1000,
      description: "INTENTION, per mille of the window.",
    },
    now: { type: "integer", default: 300, minimum: 1, maximum: 1000, description: "NOW, per mille of the window." },
    history: {
      type: "integer",
      default: 250,
      minimum: 1,
      maximum: 1000,
      description: "HISTORY, per mille of the window.",
    },
    projection: {
      type: "integer",
      default: 150,
      minimum: 1,
      maximum: 1000,
      description: "PROJECTION, per mille of the window.",
    },
  },
} as const;

const http = {
  type: "object",
  ...strict,
  default: {},
  description: "The local door.",
  properties: {
    port: {
      type: "integer",
      default: 8180,
      minimum: 0,
      maximum: 65_535,
      description: "TCP port on 127.0.0.1; 0 takes any free one. --port and HEARTBEAT_PORT go before it.",
    },
    origins: {
      type: "array",
      items: { type: "string", minLength: 1, maxLength: 256 },
      default: [],
      maxItems: 64,
      uniqueItems: true,
      description: 'Web origins that may ask, such as "http://localhost:3000"; no page may by default.',
    },
    transport: {
      enum: ["auto", "uWebSockets.js", "node:http"],
      default: "auto",
      description: '"auto" takes uWebSockets.js where it loads, else node:http.',
    },
  },
} as const;

const log = {
  type: "object",
  ...strict,
  default: {},
  description: "The log of pulses and snapshots, and the daemon's own log lines.",
  properties: {
    maxBytes: {
      type: "integer",
      default: 10 * 1024 ** 3,
      minimum: 16 * 1024 ** 2,
      maximum: 2 ** 50,
      description: "How many bytes the stored log may use. At 80 % /health says so, at 100 % new pulses are refused.",
    },
    level: {
      enum: ["debug", "info", "warn", "error"],
      default: "info",
      description: "The least severe lines the daemon writes about itself.",
    },
  },
} as const;

const redact = {
  type: "object",
  ...strict,
  default: {},
  description: "Secrets. Keys, tokens and passwords are found by built-in rules anyway.",
  properties: {
    patterns: {
      type: "array",
      items: { type: "string", minLength: 1, maxLength: 1000 },
      default: [],
      maxItems: 100,
      uniqueItems: true,
      description:
        "Your own regular expressions (no look-around, no back references); what they match is replaced before it is stored.",
    },
  },
} as const;

const git = {
  type: "object",
  ...strict,
  default: {},
  description: "The git collector.",
  properties: {
    enabled: {
      type: "boolean",
      default: true,
      description: "Whether commits, branch and uncommitted work are reported.",
    },
    everySeconds: { type: "integer", default: 60, minimum: 5, maximum: 3600, description: "Seconds from run to run." },
    timeoutSeconds: {
      type: "integer",
      default: 20,
      minimum: 1,
      maximum: 600,
      description: "Seconds after which a hanging run is killed.",
    },
    repositories: {
      type: "array",
      items: { type: "string", minLength: 1, maxLength: 4096 },
      default: [],
      maxItems: 256,
      uniqueItems: true,
      description: 'Folders, absolute or from "~/". None listed: the repository the daemon was started in.',
    },
  },
} as const;

const windowCollector = {
  type: "object",
  ...strict,
  default: {},
  description: "The active-window collector.",
  properties: {
    enabled: { type: "boolean", default: true, description: "Whether the active window is reported." },
    everySeconds: { type: "integer", default: 10, minimum: 1, maximum: 3600, description: "Seconds from run to run." },
    timeoutSeconds: {
      type: "integer",
      default: 5,
      minimum: 1,
      maximum: 600,
      description: "Seconds after which a hanging run is killed.",
    },
  },
} as const;

export const configSchema = {
  type: "object",
  ...strict,
  properties: {
    windows: {
      type: "array",
      items: { type: "integer", minimum: 1024, maximum: 16_777_216 },
      default: [8192],
      minItems: 1,
      maxItems: 8,
      uniqueItems: true,
      description: "Context windows in tokens; every beat makes one snapshot for each. The first is the default.",
    },
    tokenizer: { enum: encodings, default: "o200k_base", description: "Encoding tokens are counted with." },
    zone: {
      type: "string",
      default: "local",
      minLength: 1,
      maxLength: 64,
      description: 'IANA time zone for what people read, such as "Europe/Berlin"; "local" is the machine\'s.',
    },
    halfLifeHours: {
      type: "integer",
      default: 96,
      minimum: 1,
      maximum: 336,
      description: "Hours after which what happened counts half as much when room is short.",
    },
    stateTtlMinutes: {
      type: "integer",
      default: 60,
      minimum: 1,
      maximum: 1440,
      description: "Minutes a state (branch, window, …) holds after it was last said.",
    },
    shares,
    http,
    log,
    redact,
    collectors: { type: "object", ...strict, default: {}, properties: { git, window: windowCollector } },
  },
} as const;

/** Every field is there once the defaults are filled in. */
type Filled<T> = T extends object ? { readonly [K in keyof T]-?: Filled<T[K]> } : T;

/** A checked configuration: every field is there, `zone` is an IANA name, repositories are absolute; deeply frozen. */
export type Config = Filled<XStatic<typeof configSchema>>;

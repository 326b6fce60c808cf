// What the http worker is told, and what it asks of main.

import type { ForgetAnswer, ToForget } from "../actors/assembly/protocol.js";
import type { PruneAnswer } from "../actors/collection/protocol.js";
import type { BeatKind } from "../pipeline/tick.js";

export type HttpMessage =
  /** From assembly: the bytes of the newest snapshot. */
  | { readonly type: "snapshot"; readonly snapshot: PublishedSnapshot }
  /** From assembly: the newest snapshot could not be stored; the one before stays and is marked stale. */
  | { readonly type: "stale"; readonly reason: string }
  /** From main: the bearer token that is valid from now on. */
  | { readonly type: "token"; readonly token: string }
  /** From main: answer 503 to everything that writes, finish what runs. */
  | { readonly type: "drain" };

export interface HttpAnswers {
  drain: undefined;
}

/** One snapshot, rendered; the same bytes for every reader. */
export interface PublishedSnapshot {
  readonly ordinal: number;
  readonly id: string;
  readonly kind: BeatKind;
  /** Its instant, ms since 1970. */
  readonly time: number;
  /** In the order of the configuration; the first is the default. */
  readonly windows: readonly PublishedWindow[];
}

export interface PublishedWindow {
  /** Tokens. */
  readonly window: number;
  readonly json: Uint8Array;
  readonly markdown: Uint8Array;
  /** JSON of the drift since the window's last snapshot: the event of that ordinal. */
  readonly drift: Uint8Array;
  /** Without quotes, different for every snapshot and window; http adds the representation. */
  readonly tag: string;
}

export interface HttpReady {
  readonly port: number;
  /** Path of the unix socket; `null` where there is none, with the reason in the log. */
  readonly socket: string | null;
  readonly transport: TransportState;
}

export interface TransportState {
  readonly name: "uWebSockets.js" | "node:http";
  /** Why it is not uWebSockets.js; `null` when it is. */
  readonly reason: string | null;
}

/** What http asks main; answers are JSON values that go out as they are. */
export type SupervisorMessage =
  | { readonly type: "beat" }
  | { readonly type: "health" }
  | { readonly type: "pause" /** Minutes; absent: until resumed. */; readonly minutes?: number }
  | { readonly type: "resume" }
  | { readonly type: "rotateToken" }
  | { readonly type: "forget"; readonly what: ToForget }
  | { readonly type: "prune" /** ms since 1970 */; readonly before: number }
  /** Start the query actor unless it is started; answered when it is up. */
  | { readonly type: "wakeQuery" };

export interface SupervisorAnswers {
  beat: { readonly ordinal: number; readonly id: string; readonly tokens: number };
  health: Health;
  pause: { readonly paused: boolean; readonly until: string | null };
  resume: { readonly paused: false };
  rotateToken: { readonly token: string };
  forget: ForgetAnswer;
  prune: PruneAnswer;
  wakeQuery: undefined;
}

export type HealthStatus = "ok" | "degraded" | "down";

/** `GET /health`. Without the token only `status` and each actor's and collector's `status` word are shown. */
export interface Health {
  readonly status: HealthStatus;
  /** One sentence each: what is wrong and what to do. */
  readonly problems: readonly string[];
  readonly version: string;
  readonly pid: number;
  readonly uptimeSeconds: number;
  readonly rssBytes: number;
  /** `null`: http has not started yet. */
  readonly transport: TransportState | null;
  readonly paused: { readonly until: string | null } | null;
  readonly beat: {
    readonly last: {
      readonly id: string;
      readonly ordinal: number;
      readonly time: string;
      /** `null`: made before this start. */
      readonly tookMs: number | null;
    } | null;
    readonly next: string;
    readonly gaps: readonly { readonly from: string; readonly to: string; readonly reason: string }[];
  };
  readonly log: {
    readonly head: number;
    readonly watermark: number;
    readonly usedBytes: number;
    readonly maxBytes: number;
  };
  readonly actors: readonly {
    readonly name: string;
    readonly status: string;
    readonly restarts: number;
    readonly detail?: string;
  }[];
  readonly collectors: readonly CollectorHealth[];
  readonly inference: { readonly state: string; readonly reason: string };
}

export interface CollectorHealth {
  readonly name: string;
  /** `waiting` (not yet run), `running`, `ok`, `failed`, `killed` (took too long), `unavailable` (says why), `paused`. */
  readonly status: "waiting" | "running" | "ok" | "failed" | "killed" | "unavailable" | "paused";
  /** Last line the collector wrote about itself, or why it is not available here. */
  readonly detail: string;
  readonly lastRun: string | null;
  readonly nextRun: string | null;
  readonly tookMs: number | null;
}

/** What the worker is started with. */
export interface HttpSettings {
  readonly version: string;
  /** TCP port on 127.0.0.1; 0 for any free one. */
  readonly port: number;
  /** Path of the unix socket, at most 100 bytes; its folder exists with mode 0700. */
  readonly socket: string;
  /** Origins that may ask, beside none. */
  readonly origins: readonly string[];
  readonly token: string;
  /** Assembly has a snapshot, and sends it as soon as it is connected. */
  readonly hasSnapshot: boolean;
  /** Largest request body and WebSocket frame. */
  readonly maxBodyBytes: number;
  /** `auto`: uWebSockets.js where it loads, else node:http. */
  readonly transport: "auto" | "uWebSockets.js" | "node:http";
}

// From the states of the parts to `GET /health`: pure, one sentence for each thing that is wrong.
//
//   down      an actor without which nothing is taken in or no beat is made is not running
//   degraded  anything else that is wrong: /now answers, pulses are stored
//   ok        nothing is

import type { AssemblyReady, AssemblyStatus } from "../actors/assembly/protocol.js";
import type { CollectionStatus, Pause } from "../actors/collection/protocol.js";
import { type ActorName, residents } from "../actors/house.js";
import type { InferenceState } from "../actors/inference/client.js";
import type { CollectorHealth, Health, HealthStatus } from "../http/protocol.js";
import { beatMs } from "../pipeline/beat-clock.js";
import type { ActorState } from "./actor-handle.js";
import type { BeatRecord } from "./beat-record.js";

export interface HealthParts {
  /** ms since 1970. */
  readonly now: number;
  readonly version: string;
  readonly pid: number;
  readonly uptimeSeconds: number;
  readonly rssBytes: number;
  readonly transport: Health["transport"];
  readonly actors: readonly ActorCondition[];
  /** What collection last said of itself; absent before it did. */
  readonly collection: CollectionStatus | undefined;
  /** What assembly last said of itself. */
  readonly assembly: AssemblyStatus | undefined;
  readonly paused: Pause | null;
  readonly beats: BeatRecord;
  /** The last snapshot before this start. */
  readonly before: AssemblyReady["last"];
  /** Instant of the next boundary, ms since 1970. */
  readonly next: number;
  /** What the user's files, the watermark and the like have to say; `null` when they are well. */
  readonly notes: readonly (string | null)[];
  readonly collectors: readonly CollectorHealth[];
  readonly inference: InferenceState;
}

export interface ActorCondition {
  readonly name: ActorName;
  readonly state: ActorState;
  readonly restarts: number;
  readonly reason: string | undefined;
}

/** From this part of `log.maxBytes` on the log says that it is filling up. */
export const logWarningShare = 0.8;
/** A beat that is not there this long after its boundary is overdue, in ms. */
export const overdueMs = 60_000;

export function composeHealth(parts: HealthParts): Health {
  const down = parts.actors.filter(({ state }) => state !== "running" && state !== "idle");
  const problems = [
    ...down.map(downSentence),
    ...[...logProblems(parts.collection), ...damageProblems(parts), ...beatProblems(parts), ...parts.notes].filter(
      (line) => line !== null,
    ),
  ];
  return {
    status: statusOf(down, problems.length),
    problems,
    version: parts.version,
    pid: parts.pid,
    uptimeSeconds: parts.uptimeSeconds,
    rssBytes: parts.rssBytes,
    transport: parts.transport,
    paused: parts.paused === null ? null : { until: isoOrNull(parts.paused.until) },
    beat: beatHealth(parts),
    log: {
      head: parts.collection?.head ?? 0,
      watermark: parts.beats.watermark,
      usedBytes: parts.collection?.usedBytes ?? 0,
      maxBytes: parts.collection?.maxBytes ?? 0,
    },
    actors: parts.actors.map(({ name, state, restarts, reason }) => ({
      name,
      status: state,
      restarts,
      ...(reason !== undefined && { detail: reason }),
    })),
    collectors: parts.collectors,
    inference: parts.inference,
  };
}

/** An instant as `/health` shows it. */
export function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function statusOf(down: readonly ActorCondition[], problems: number): HealthStatus {
  if (down.some(({ name }) => isVital(name))) return "down";
  return problems > 0 ? "degraded" : "ok";
}

/** Without it nothing is taken in, or no beat is made. */
function isVital(name: ActorName): boolean {
  return residents.some((resident) => resident.name === name && !resident.onDemand);
}

function downSentence({ name, state, reason }: ActorCondition): string {
  const why = reason === undefined ? "" : `: ${reason}`;
  return `${name} is not running (${state})${why}; ${state === "ending" ? "restart the daemon if this stays" : "it is started again by itself"}`;
}

function logProblems(collection: CollectionStatus | undefined): (string | null)[] {
  if (collection === undefined) return [];
  const { usedBytes, maxBytes, trouble } = collection;
  const percent = Math.floor((usedBytes / maxBytes) * 100);
  const filling = usedBytes >= logWarningShare * maxBytes;
  return [
    trouble === null ? null : `no pulse can be stored: ${trouble}`,
    filling
      ? `the log uses ${percent} % of its ${maxBytes} bytes: raise log.maxBytes or prune old pulses; at 100 % pulses are refused`
      : null,
  ];
}

function damageProblems({ collection, assembly }: HealthParts): string[] {
  const damaged = new Set([collection?.damaged ?? [], assembly?.damaged ?? []].flat());
  return [...damaged].map((sentence) => `${sentence}; it is left out, all others are served: check the disk`);
}

function beatProblems({ now, beats, before, next }: HealthParts): (string | null)[] {
  const overBudget = beats.windows.filter((window) => window.overBudget);
  const overdue = beats.lastTime !== null && now - overdueMs > next - beatMs && beats.lastTime < next - beatMs;
  const shown = beats.last === null && before === null ? "there is no snapshot yet" : "/now shows the one before";
  return [
    beats.failure === null ? null : `the last beat failed: ${beats.failure}; ${shown}`,
    overdue && beats.failure === null
      ? `no beat since ${isoOrNull(beats.lastTime)}: one was due at ${isoOrNull(next - beatMs)}`
      : null,
    ...overBudget.map(
      ({ window, tokens }) =>
        `the intentions alone need ${tokens} tokens, more than 80 % of the window of ${window}: shorten intentions.md or configure a larger window`,
    ),
  ];
}

function beatHealth({ beats, before, next }: HealthParts): Health["beat"] {
  const earlier =
    before === null ? null : { id: before.id, ordinal: before.ordinal, time: before.instant, tookMs: null };
  const last = beats.last ?? earlier;
  return {
    last: last === null ? null : { ...last, time: new Date(last.time).toISOString() },
    next: new Date(next).toISOString(),
    gaps: beats.gaps,
  };
}

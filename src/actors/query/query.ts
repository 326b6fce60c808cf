// Answers what is asked of the logs, one question after another, in bounded pages. It writes nothing.

import type { HeartbeatError } from "../../errors.js";
import type { PulsesReader } from "../../log/pulses-reader.js";
import { isCorrupt, type SnapshotsReader } from "../../log/snapshots-reader.js";
import { parseBeatId, parseDay } from "../../pipeline/beat-clock.js";
import type { WindowSnapshot } from "../../pipeline/snapshot.js";
import type { Why } from "../../pipeline/why.js";
import { type SnapshotRecord, snapshotJson } from "../../pipeline/wire.js";
import { unknownMessage } from "../channel.js";
import { beatName, beatRow } from "./day.js";
import { Past, type PastParts } from "./past.js";
import type { DayPage, QueryMessage, QueryResult, WhyBeat, WhyDay } from "./protocol.js";
import { explainRef } from "./why.js";

type Refused = Extract<QueryResult, { type: "refused" }>;

/** Beats of a day that `why` looks at. */
const maxDayBeats = 1_000;
const blocksPerDay = 180;

export class Query {
  readonly #pulses: PulsesReader;
  readonly #snapshots: SnapshotsReader;
  readonly #past: Past;
  readonly #onCorrupt: (error: HeartbeatError) => void;
  #queue: Promise<unknown> = Promise.resolve();
  #closing = false;

  constructor(parts: Omit<PastParts, "isClosing">) {
    this.#pulses = parts.pulses;
    this.#snapshots = parts.snapshots;
    this.#onCorrupt = (error) => parts.onCorrupt(error, 0);
    this.#past = new Past({ ...parts, isClosing: () => this.#closing });
  }

  /** One at a time, in order; how many wait is bounded by who asks (`QueryClient`). */
  answer(message: QueryMessage): Promise<QueryResult> {
    const answered = this.#queue.then(() => this.#answer(message));
    this.#queue = answered.catch(() => undefined);
    return answered;
  }

  /** Gives up what runs, and waits until it has. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#queue;
  }

  async #answer(message: QueryMessage): Promise<QueryResult> {
    try {
      switch (message.type) {
        case "pulses":
          return this.#page(message);
        case "day":
          return this.#day(message);
        case "snapshot":
          return this.#one(message);
        case "why":
          return await this.#why(message);
        default:
          return unknownMessage(message);
      }
    } finally {
      // As long as any thread holds the environment, collection could not open it anew after a failed write.
      await this.#pulses.close();
    }
  }

  #page({ after, limit }: QueryMessage & { type: "pulses" }): QueryResult {
    const lines = this.#past.page(after, limit);
    return found("application/x-ndjson", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  #day({ day: asked, after, limit, window }: QueryMessage & { type: "day" }): QueryResult {
    const last = this.#snapshots.lastOrdinal();
    const day = asked ?? (last === 0 ? undefined : this.#past.record(last).tick.id.slice(0, 10));
    const first = day === undefined ? undefined : parseDay(day);
    if (day === undefined || first === undefined) return missing("HB_NO_BEAT", "there is no snapshot yet");
    const from = after === undefined ? { block: first, k: 0 } : afterId(`${day}/${after}`);
    const ordinals = this.#snapshots.ordinals(from, first + blocksPerDay - 1, limit + 1);
    const records = ordinals.slice(0, limit).flatMap((ordinal) => this.#readable(ordinal));
    const page: DayPage = {
      day,
      zone: records.at(-1)?.tick.zone ?? null,
      beats: records.map((record) =>
        beatRow(record, windowOf(record, window), this.#snapshots.notes(record.tick.ordinal)),
      ),
      next: ordinals.length > limit ? (records.at(-1)?.tick.id.slice(11) ?? null) : null,
    };
    const wrong = records.map((record) => noWindow(record, window)).find((one) => one !== undefined);
    return wrong ?? found("application/json", JSON.stringify(page));
  }

  /** Of a list a damaged record is left out, and said to be. */
  #readable(ordinal: number): readonly SnapshotRecord[] {
    try {
      return [this.#past.record(ordinal)];
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      this.#onCorrupt(error);
      return [];
    }
  }

  #one({ id, window, format }: QueryMessage & { type: "snapshot" }): QueryResult {
    const record = this.#beat(id);
    if (record === undefined) return noBeat(id);
    const shown = windowOf(record, window);
    return (
      noWindow(record, window) ??
      (format === "json"
        ? found("application/json", snapshotJson(record, shown))
        : found("text/markdown; charset=utf-8", shown.text))
    );
  }

  async #why(message: QueryMessage & { type: "why" }): Promise<QueryResult> {
    const { ref, beat, day, window } = message;
    const records = day === undefined ? this.#newestOr(beat) : this.#recordsOf(day);
    const last = records.at(-1);
    if (last === undefined) return noBeat(beat ?? day);
    const wrong = records.map((record) => noWindow(record, window)).find((one) => one !== undefined);
    if (wrong !== undefined) return wrong;
    const asked = { records, windowOf: (record: SnapshotRecord) => windowOf(record, window) };
    const explained = await explainRef(ref, asked, this.#past);
    if (explained === undefined) return missing("HB_NO_REF", `nothing in the log has the ref ${JSON.stringify(ref)}`);
    const { subject, answers } = explained;
    const shown = windowOf(last, window).window;
    if (day !== undefined) {
      return found(
        "application/json",
        JSON.stringify({ ...subject, day, window: shown, answers: runsOf(records, answers) } satisfies WhyDay),
      );
    }
    const [why] = answers;
    if (why === undefined) return missing("HB_NO_REF", `beat ${last.tick.id} has no ${JSON.stringify(ref)}`);
    return found(
      "application/json",
      JSON.stringify({ ...subject, at: beatName(last.tick), window: shown, ...why } satisfies WhyBeat),
    );
  }

  #newestOr(id: string | undefined): readonly SnapshotRecord[] {
    const record = id === undefined ? this.#snapshots.last() : this.#beat(id);
    return record === undefined ? [] : [record];
  }

  /** Those of a UTC day; after a clock that was set back into it, the longest run without a hole that ends it. */
  #recordsOf(day: string): readonly SnapshotRecord[] {
    const first = parseDay(day) as number;
    const ordinals = this.#snapshots.ordinals({ block: first, k: 0 }, first + blocksPerDay - 1, maxDayBeats);
    const sorted = ordinals.sort((a, b) => a - b);
    const start = sorted.findLastIndex((ordinal, i) => i > 0 && ordinal !== (sorted[i - 1] as number) + 1);
    return sorted.slice(Math.max(0, start)).map((ordinal) => this.#past.record(ordinal));
  }

  #beat(id: string): SnapshotRecord | undefined {
    const beat = parseBeatId(id);
    const [ordinal] = beat === undefined ? [] : this.#snapshots.ordinals(beat, beat.block, 1);
    const record = ordinal === undefined ? undefined : this.#past.record(ordinal);
    return record?.tick.id === id ? record : undefined;
  }
}

/** Where the page after a beat begins. */
function afterId(id: string): { readonly block: number; readonly k: number } {
  const { block, k } = parseBeatId(id) as { readonly block: number; readonly k: number };
  return { block, k: k + 1 };
}

/** The largest window that is at most `limit`; the default one where that is not said, or none is. */
function windowOf({ snapshot }: SnapshotRecord, limit: number | undefined): WindowSnapshot {
  const fitting = snapshot.windows.filter(({ window }) => window <= (limit ?? 0)).sort((a, b) => b.window - a.window);
  return fitting[0] ?? (snapshot.windows[0] as WindowSnapshot);
}

function noWindow({ tick, snapshot }: SnapshotRecord, limit: number | undefined): Refused | undefined {
  const sizes = snapshot.windows.map(({ window }) => window);
  if (limit === undefined || limit >= Math.min(...sizes)) return undefined;
  const message = `expected ?window= to be at least ${Math.min(...sizes)}; ${limit} came; beat ${tick.id} has ${sizes.join(", ")}`;
  return { type: "refused", status: 400, code: "HB_WINDOW", message };
}

/** Beats in a row with the same answer as one; what differs from beat to beat is that of the last. */
function runsOf(records: readonly SnapshotRecord[], answers: readonly (Why | undefined)[]): WhyDay["answers"] {
  const runs: { why: Why; first: SnapshotRecord; last: SnapshotRecord; beats: number }[] = [];
  for (const [i, why] of answers.entries()) {
    const record = records[i];
    if (why === undefined || record === undefined) continue;
    const run = runs.at(-1);
    if (run === undefined || sameness(run.why) !== sameness(why))
      runs.push({ why, first: record, last: record, beats: 1 });
    else Object.assign(run, { why, last: record, beats: run.beats + 1 });
  }
  return runs.map(({ why, first, last, beats }) => ({
    from: beatName(first.tick),
    to: beatName(last.tick),
    beats,
    ...why,
  }));
}

function sameness({ item, boundary, ...why }: Why): string {
  return JSON.stringify([why, item === undefined, boundary === undefined]);
}

function found(contentType: string, body: string): QueryResult {
  return { type: "found", contentType, body: new TextEncoder().encode(body) };
}

function missing(code: string, message: string): Refused {
  return { type: "refused", status: 404, code, message };
}

function noBeat(id: string | undefined): Refused {
  if (id === undefined) return missing("HB_NO_BEAT", "there is no snapshot yet");
  return missing("HB_NO_BEAT", `there is no snapshot ${JSON.stringify(id)}`);
}

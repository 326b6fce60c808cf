// Takes bodies in: reads, judges item by item, redacts, and appends what is valid; the answer comes when it is on the
// disk. Holds no pulse beyond that: what waits is what came in one turn of the event loop, and how much can be on its
// way here is bounded by http, which answers 503 beyond it.

import type { Clock, Instant } from "../../clock.js";
import { HeartbeatError } from "../../errors.js";
import { type DraftPulse, GroupCommit } from "../../log/group-commit.js";
import { idKey } from "../../log/keys.js";
import type { PulsesLog } from "../../log/pulses-log.js";
import type { Redactor } from "../../log/redact.js";
import { redactPulse } from "../../log/redact-pulse.js";
import { writeError } from "../../log/write-error.js";
import { checkPulse } from "../../pipeline/check-pulse.js";
import type { PulseAnswer } from "../../pipeline/pulse.js";
import { readBody } from "./body.js";
import type { CollectionStatus, Pause, PruneAnswer, PulsesResult } from "./protocol.js";

type Refused = Extract<PulsesResult, { type: "refused" }>;

/** Seconds after which a client should try again. */
const retryAfter = { closing: 2, trouble: 5, full: 60, paused: 60 } as const;

export interface CollectionParts {
  readonly log: PulsesLog;
  readonly redact: Redactor;
  readonly clock: Clock;
  readonly maxBytes: number;
  /** Is called when the head has moved, or what `status` says has changed. */
  readonly onChange: () => void;
}

export class Collection {
  readonly #parts: CollectionParts;
  readonly #commit: GroupCommit;
  #pause: Pause | null;
  #usedBytes: number;
  #closing = false;

  constructor(parts: CollectionParts) {
    this.#parts = parts;
    this.#pause = parts.log.pause() as Pause | null;
    this.#usedBytes = parts.log.usedBytes();
    this.#commit = new GroupCommit(parts.log, () => this.#changed());
  }

  get head(): number {
    return this.#parts.log.head;
  }

  /** The pause that holds now. */
  get paused(): Pause | null {
    const pause = this.#pause;
    if (pause === null || pause.until === null) return pause;
    return this.#parts.clock.now().time < pause.until ? pause : null;
  }

  get status(): CollectionStatus {
    const { maxBytes } = this.#parts;
    const trouble = this.#commit.trouble?.message ?? this.#full()?.message ?? null;
    const damaged = this.#parts.log.damaged?.message ?? null;
    return { head: this.head, usedBytes: this.#usedBytes, maxBytes, trouble, damaged, paused: this.paused };
  }

  async take(body: Uint8Array, collector: string | undefined): Promise<PulsesResult> {
    const closed = this.#closing ? busy("HB_UNAVAILABLE", "the daemon is stopping", retryAfter.closing) : null;
    const refused = closed ?? (collector === undefined ? null : this.#pausedFor(collector)) ?? this.#full();
    if (refused !== null) return refused;
    const items = readBody(body);
    if ("type" in items) return items;
    const received = this.#parts.clock.now();
    const judged = this.#judge(items, received);
    if (judged.drafts.length === 0) return answer({ first: null, count: 0, duplicates: [], errors: judged.errors });
    try {
      const { first, count, duplicates } = await this.#commit.append(judged.drafts, received);
      const named = duplicates.map(({ position, seq }) => ({ index: judged.indexes[position] as number, seq }));
      return answer({ first, count, duplicates: named, errors: judged.errors });
    } catch (error) {
      if (error instanceof HeartbeatError) return notStored(error);
      throw error;
    }
  }

  /** Writes what waits and says the head. */
  flush(): number {
    this.#commit.flush();
    return this.head;
  }

  /** Survives a restart. @param pause `null` to go on */
  setPause(pause: Pause | null): void {
    this.#parts.log.storePause(pause);
    this.#pause = pause;
    this.#changed();
  }

  /** Pulses are taken meanwhile. */
  async erase(said: ReadonlyMap<number, number>): Promise<void> {
    await this.#written(() => this.#parts.log.erase(said));
  }

  async prune(before: number, upTo: number): Promise<PruneAnswer> {
    const pruned = await this.#written(() => this.#parts.log.prune(before, upTo));
    return { ...pruned, usedBytes: this.#usedBytes };
  }

  async #written<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      throw writeError(error, this.#parts.log.folder);
    } finally {
      this.#changed();
    }
  }

  /** Answers what was taken, refuses what comes after. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#commit.close();
    await this.#parts.log.close();
  }

  #judge(items: readonly unknown[], received: Instant): Judged {
    const drafts: DraftPulse[] = [];
    const indexes: number[] = [];
    const errors: PulseAnswer["errors"][number][] = [];
    for (const [index, item] of items.entries()) {
      const checked = checkPulse(item, received.time);
      if ("error" in checked) {
        errors.push({ index, ...checked.error, permanent: true });
        continue;
      }
      const { source, id } = checked.pulse;
      const pulse = redactPulse(checked.pulse, this.#parts.redact);
      drafts.push(id === undefined ? { pulse } : { pulse, id: idKey(source, id) });
      indexes.push(index);
    }
    return { drafts, indexes, errors };
  }

  #pausedFor(collector: string): Refused | null {
    const pause = this.paused;
    if (pause === null) return null;
    const seconds =
      pause.until === null ? retryAfter.paused : Math.ceil((pause.until - this.#parts.clock.now().time) / 1_000);
    return busy("HB_PAUSED", `taking in from collectors is paused; ${collector} is one`, Math.max(1, seconds));
  }

  #full(): Refused | null {
    const { maxBytes } = this.#parts;
    if (this.#usedBytes < maxBytes) return null;
    return {
      type: "refused",
      status: 507,
      code: "HB_LOG_FULL",
      message: `the log holds ${this.#usedBytes} bytes, its limit log.maxBytes is ${maxBytes}`,
      hint: "`heartbeat prune --before DATE`, or raise `log.maxBytes` in config.toml and start the daemon anew",
      retryAfter: retryAfter.full,
    };
  }

  #changed(): void {
    if (this.#commit.trouble === null) this.#usedBytes = this.#parts.log.usedBytes();
    this.#parts.onChange();
  }
}

interface Judged {
  readonly drafts: readonly DraftPulse[];
  /** Of each draft, its place in the request. */
  readonly indexes: readonly number[];
  readonly errors: PulseAnswer["errors"];
}

function answer(judged: PulseAnswer): PulsesResult {
  return { type: "judged", answer: judged };
}

function busy(code: string, message: string, seconds: number): Refused {
  return { type: "refused", status: 503, code, message, retryAfter: seconds };
}

function notStored(error: HeartbeatError): Refused {
  const status = error.code === "HB_DISK_FULL" ? 507 : 503;
  const { code, message, hint } = error;
  return {
    type: "refused",
    status,
    code,
    message,
    retryAfter: retryAfter.trouble,
    ...(hint !== undefined && { hint }),
  };
}

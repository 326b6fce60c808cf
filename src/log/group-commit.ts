// Group commit: all drafts that came in one turn of the event loop share one transaction and one flush. Messages that
// arrive while a flush runs wait in the port and make the next group, so groups grow with the load by themselves.
// Ids are judged when the group is made, after the group before it has been decided: first wins, nothing is assumed.
// A group is on the disk whole or not at all; a seq is given to what was stored, and to nothing else.
//
//   append ──▶ pending ──turn ends──▶ judge ids, encode ──▶ one transaction ──flushed──▶ every draft is answered
//                                                              └─failed──▶ every draft is refused; try to recover

import type { Instant } from "../clock.js";
import type { HeartbeatError } from "../errors.js";
import type { Pulse } from "../pipeline/pulse.js";
import { encodeFrame } from "./frame.js";
import type { NewRecord, PulsesLog } from "./pulses-log.js";
import { writeError } from "./write-error.js";

/** A checked and redacted pulse, with the key of its id as it was sent. */
export interface DraftPulse {
  readonly pulse: Pulse;
  /** `idKey` of source and id before redaction; absent without an id. */
  readonly id?: Buffer;
}

export interface Appended {
  /** Seq of the first stored pulse; `null` when none was stored. */
  readonly first: number | null;
  readonly count: number;
  /** Of the pulses that were there already: position in the draft, and the seq of the one that was first. */
  readonly duplicates: readonly { readonly position: number; readonly seq: number }[];
}

interface Draft {
  readonly received: Instant;
  readonly pulses: readonly DraftPulse[];
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: HeartbeatError) => void;
}

/** How often a log that can't be written is tried again, in ms. */
const retryMs = 1_000;

export class GroupCommit {
  readonly #log: PulsesLog;
  readonly #onChange: () => void;
  #pending: Draft[] = [];
  #turn: NodeJS.Immediate | null = null;
  #trouble: HeartbeatError | null = null;
  #retry: NodeJS.Timeout | null = null;
  #recovery: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param onChange is called when the head has moved, or trouble has come or gone */
  constructor(log: PulsesLog, onChange: () => void) {
    this.#log = log;
    this.#onChange = onChange;
  }

  /** Why nothing can be stored now; `null` when it can. */
  get trouble(): HeartbeatError | null {
    return this.#trouble;
  }

  /**
   * Settles when the pulses are on the disk.
   * @throws HeartbeatError HB_DISK_FULL, HB_LOG_IO, HB_LOG_GONE: nothing of it was stored
   */
  append(pulses: readonly DraftPulse[], received: Instant): Promise<Appended> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ received, pulses, resolve, reject });
      this.#turn ??= setImmediate(() => this.flush());
    });
  }

  /** Writes what waits. Every draft is answered when it returns. */
  flush(): void {
    if (this.#turn !== null) clearImmediate(this.#turn);
    this.#turn = null;
    const drafts = this.#pending;
    this.#pending = [];
    if (drafts.length === 0) return;
    if (this.#trouble?.code === "HB_LOG_IO") {
      refuse(drafts, this.#trouble);
      return;
    }
    try {
      const group = judge(this.#log, drafts);
      const last = drafts[drafts.length - 1] as Draft;
      if (group.records.length > 0) this.#log.append(group.records, last.received);
      for (const [index, draft] of drafts.entries()) draft.resolve(group.answers[index] as Appended);
      this.#settle(null);
    } catch (error) {
      const trouble = writeError(error, this.#log.folder);
      refuse(drafts, trouble);
      this.#settle(trouble);
    }
  }

  /** Flushes and stops trying; the log is left to its owner. */
  async close(): Promise<void> {
    this.flush();
    this.#closed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    await this.#recovery;
  }

  #settle(trouble: HeartbeatError | null): void {
    this.#trouble = trouble;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = trouble === null || this.#closed ? null : setTimeout(() => this.#retryNow(), retryMs).unref();
    this.#onChange();
  }

  #retryNow(): void {
    this.#recovery = this.#recover();
  }

  /** A full disk is tried as it is; after any other failure nothing of the old environment is trusted. */
  async #recover(): Promise<void> {
    this.#retry = null;
    try {
      if (this.#trouble?.code === "HB_LOG_IO") await this.#log.reopen();
      this.#log.probe();
      this.#settle(null);
    } catch (error) {
      this.#settle(writeError(error, this.#log.folder));
    }
  }
}

function refuse(drafts: readonly Draft[], error: HeartbeatError): void {
  for (const draft of drafts) draft.reject(error);
}

interface Group {
  readonly records: readonly NewRecord[];
  /** One for each draft. */
  readonly answers: readonly Appended[];
}

function judge(log: PulsesLog, drafts: readonly Draft[]): Group {
  const seen = new Map<string, number>();
  const records: NewRecord[] = [];
  const answers: Appended[] = [];
  let next = log.head + 1;
  for (const { pulses, received } of drafts) {
    const first = next;
    const kept: Pulse[] = [];
    const ids: { key: Buffer; seq: number }[] = [];
    const duplicates: { position: number; seq: number }[] = [];
    for (const [position, { pulse, id }] of pulses.entries()) {
      const known = id === undefined ? undefined : (seen.get(id.toString("latin1")) ?? log.seqOfId(id));
      if (known !== undefined) {
        duplicates.push({ position, seq: known });
        continue;
      }
      if (id !== undefined) {
        seen.set(id.toString("latin1"), next);
        ids.push({ key: id, seq: next });
      }
      kept.push(pulse);
      next++;
    }
    answers.push({ first: kept.length === 0 ? null : first, count: kept.length, duplicates });
    if (kept.length === 0) continue;
    const record = encodeFrame({ receivedAt: received.time, epoch: received.epoch, pulses: kept });
    records.push({ first, count: kept.length, record, ids });
  }
  return { records, answers };
}

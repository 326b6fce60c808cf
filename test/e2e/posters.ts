// Many clients that post pulses, one and several at a time, over TCP and over the unix socket, as long as the daemon
// answers. Each keeps what was acked: text and seq. Half of them give ids, and send what was not answered again.

import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import type { PulseAnswer } from "../../src/pipeline/pulse.js";
import { type Answer, jsonOf, pulseAsk } from "../http/client.js";
import type { Doors } from "./daemon.js";

interface Sent {
  readonly source: "posters";
  readonly text: string;
  readonly id?: string;
}

export class Posters {
  /** Seq by text. */
  readonly acked = new Map<string, number>();
  /** Texts that were sent without an id and never answered: they may be in the log, or not. */
  readonly unanswered = new Set<string>();
  /** Statuses that were no ack. */
  readonly refused: number[] = [];
  readonly #events = new EventEmitter();
  /** By lane: pulses with ids that were not answered. */
  readonly #again = new Map<number, readonly Sent[]>();
  #batches = 0;

  /** Posts until the daemon no longer takes anything. */
  async run(doors: Doors, lanes = 8): Promise<void> {
    await Promise.all(Array.from({ length: lanes }, (_, lane) => this.#lane(doors, lane)));
  }

  /** Resolves when so many pulses are acked, counted from the beginning. */
  async until(count: number): Promise<void> {
    while (this.acked.size < count) await once(this.#events, "acked");
  }

  /** Sends again what has an id and was not answered. */
  async settle(doors: Doors): Promise<void> {
    for (const [lane, pulses] of this.#again) assert.ok(await this.#post(doors, lane, pulses));
  }

  async #lane(doors: Doors, lane: number): Promise<void> {
    while (await this.#post(doors, lane, this.#again.get(lane) ?? this.#next(lane)));
  }

  /** Lanes 0–3 without ids, 4–7 with; every third body is one pulse, the others are 1 to 20 in an array. */
  #next(lane: number): readonly Sent[] {
    const batch = ++this.#batches;
    return Array.from({ length: batch % 3 === 0 ? 1 : (batch % 20) + 1 }, (_, index) => {
      const text = `lane ${lane} batch ${batch} pulse ${index}`;
      return { source: "posters", text, ...(lane % 8 >= 4 && { id: text }) };
    });
  }

  /** Whether it was taken. */
  async #post(doors: Doors, lane: number, pulses: readonly Sent[]): Promise<boolean> {
    const body = JSON.stringify(pulses.length === 1 ? pulses[0] : pulses);
    const send = lane % 2 === 0 ? doors.tcp : doors.unix;
    const answer = await send("/pulse", pulseAsk(body)).catch(() => undefined);
    if (answer?.status === 201 || answer?.status === 200) {
      this.#again.delete(lane);
      this.#take(answer, pulses);
      return true;
    }
    if (pulses[0]?.id !== undefined) this.#again.set(lane, pulses);
    else if (answer === undefined) for (const { text } of pulses) this.unanswered.add(text);
    if (answer !== undefined) this.refused.push(answer.status);
    return false;
  }

  #take(answer: Answer, pulses: readonly Sent[]): void {
    const { first, count, duplicates, errors } = jsonOf(answer) as unknown as PulseAnswer;
    assert.deepEqual([errors, count + duplicates.length], [[], pulses.length]);
    const known = new Map(duplicates.map(({ index, seq }) => [index, seq]));
    let next = first ?? 0;
    for (const [index, { text }] of pulses.entries()) this.acked.set(text, known.get(index) ?? next++);
    this.#events.emit("acked");
  }
}

/** Every acked pulse is in the log once, under the seq it was told; what was sent without an answer at most once. */
export function assertStored(stored: readonly { readonly text?: string }[], posters: Posters): void {
  const seqs = new Map<string, number[]>();
  for (const [index, { text = "" }] of stored.entries()) seqs.set(text, [...(seqs.get(text) ?? []), index + 1]);
  for (const [text, seq] of posters.acked) assert.deepEqual(seqs.get(text), [seq], `${text} was acked as p${seq}`);
  for (const text of posters.unanswered) assert.ok((seqs.get(text)?.length ?? 0) <= 1, `${text} is there twice`);
}

// The query actor as http has it. Its thread is started when something is first asked. What is asked and not answered is
// bounded; beyond that it is refused with 503 and Retry-After, never queued: a question can take seconds, and who asks
// so much can ask again.

import { HeartbeatError } from "../../errors.js";
import type { Channel } from "../channel.js";
import type { QueryAnswers, QueryMessage, QueryResult } from "./protocol.js";

export type QueryChannel = Channel<QueryMessage, QueryAnswers>;

/** Questions that are asked and not answered, at most. Beyond: HB_BUSY. */
export const maxWaiting = 32;

export class QueryClient {
  readonly #wake: () => Promise<unknown>;
  readonly #waiting: ((channel: QueryChannel) => void)[] = [];
  #channel: QueryChannel | undefined;
  #asked = 0;

  /** @param wake has the actor started if it is not; when it resolves, `connect` was called or will be */
  constructor(wake: () => Promise<unknown>) {
    this.#wake = wake;
  }

  /** The actor is up, for the first time or again. */
  connect(channel: QueryChannel): void {
    this.#channel = channel;
    for (const resolve of this.#waiting.splice(0)) resolve(channel);
  }

  /** @throws HB_BUSY, HB_CHANNEL_CLOSED while it restarts, what the actor could not start from */
  async ask(message: QueryMessage): Promise<QueryResult> {
    if (this.#asked >= maxWaiting) {
      throw new HeartbeatError("HB_BUSY", `${maxWaiting} questions wait for their answer already`);
    }
    this.#asked++;
    try {
      const channel = this.#channel ?? (await this.#start());
      return await channel.ask(message);
    } finally {
      this.#asked--;
    }
  }

  async #start(): Promise<QueryChannel> {
    const connected = new Promise<QueryChannel>((resolve) => this.#waiting.push(resolve));
    await this.#wake();
    return connected;
  }
}

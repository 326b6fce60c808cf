// A typed channel over one message port, the same at both ends: `tell` sends, `ask` sends and waits for the answer.
// Every ask settles: with the peer's answer, with its error, or with HB_CHANNEL_CLOSED when the port or thread goes away.
// Messages are handled in the order sent. One that nobody knows is a programming error: the asker is told, this end is fatal.
//
//   here                                   there
//   ask(m) ──{kind: "ask", id, message}──▶ handle(m) → value
//          ◀─{kind: "answer", id, value}──
//          ◀─{kind: "failed", id, error}── (handle threw)

import type { Transferable } from "node:worker_threads";
import { fromWireError, HeartbeatError, toWireError, type WireError } from "../errors.js";

/** A message: a discriminated union on `type`. */
export interface Message {
  readonly type: string;
}

/** The part of a MessagePort or Worker that a channel needs. */
export interface Port {
  postMessage(value: unknown, transfer?: readonly Transferable[]): void;
  on(event: "message", listener: (value: unknown) => void): unknown;
  on(event: "messageerror", listener: (error: Error) => void): unknown;
  on(event: "close" | "exit", listener: () => void): unknown;
}

type Envelope =
  | { readonly kind: "tell"; readonly message: Message }
  | { readonly kind: "ask"; readonly id: number; readonly message: Message }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: WireError };

interface Waiter {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * @typeParam Out union of messages this end may send
 * @typeParam Answers for each message `type` of `Out` that is asked, the type of its answer
 */
export class Channel<Out extends Message, Answers = Record<string, never>> {
  readonly #port: Port;
  readonly #waiters = new Map<number, Waiter>();
  #nextId = 1;
  #closed = false;

  /**
   * @param handle answers what the other end sends; what it throws on an `ask` is the asker's error, on a `tell` it goes to `onFatal`
   * @param onFatal this end can't go on: a `tell` threw, a message is unknown or can't be read
   */
  constructor(port: Port, handle: (message: never) => unknown, onFatal: (error: unknown) => void) {
    this.#port = port;
    port.on("message", (value) => this.#receive(value as Envelope, handle as (message: Message) => unknown, onFatal));
    port.on("messageerror", (error) => {
      this.close();
      onFatal(new HeartbeatError("HB_PROTOCOL", "a message could not be read", { cause: error }));
    });
    port.on("close", () => this.close());
    port.on("exit", () => this.close());
  }

  /** Number of asks that wait for their answer. */
  get pending(): number {
    return this.#waiters.size;
  }

  tell(message: Out, transfer?: readonly Transferable[]): void {
    if (!this.#closed) this.#post({ kind: "tell", message }, transfer);
  }

  ask<M extends Out & { type: keyof Answers }>(
    message: M,
    transfer?: readonly Transferable[],
  ): Promise<Answers[M["type"]]> {
    if (this.#closed) return Promise.reject(closedError());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#post({ kind: "ask", id, message }, transfer);
      this.#waiters.set(id, { resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Settles every open ask with HB_CHANNEL_CLOSED. Can be called twice. */
  close(): void {
    this.#closed = true;
    for (const waiter of this.#waiters.values()) waiter.reject(closedError());
    this.#waiters.clear();
  }

  #post(envelope: Envelope, transfer?: readonly Transferable[]): void {
    this.#port.postMessage(envelope, transfer);
  }

  #receive(envelope: Envelope, handle: (message: Message) => unknown, onFatal: (error: unknown) => void): void {
    switch (envelope.kind) {
      case "tell":
        handled(handle, envelope.message).catch(onFatal);
        return;
      case "ask":
        handled(handle, envelope.message)
          .then((value) => this.#post({ kind: "answer", id: envelope.id, value }))
          .catch((error: unknown) => {
            this.#post({ kind: "failed", id: envelope.id, error: toWireError(error) });
            if (error instanceof UnknownMessageError) onFatal(error);
          });
        return;
      case "answer":
        this.#take(envelope.id)?.resolve(envelope.value);
        return;
      case "failed":
        this.#take(envelope.id)?.reject(fromWireError(envelope.error));
        return;
      default:
        onFatal(new HeartbeatError("HB_PROTOCOL", `unknown envelope: ${JSON.stringify(envelope satisfies never)}`));
    }
  }

  #take(id: number): Waiter | undefined {
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    return waiter;
  }
}

/** Handled before the port's next event: what a thread said last is heard before its exit. */
function handled(handle: (message: Message) => unknown, message: Message): Promise<unknown> {
  return new Promise((resolve) => resolve(handle(message)));
}

function closedError(): HeartbeatError {
  return new HeartbeatError("HB_CHANNEL_CLOSED", "the other end of the channel is gone");
}

class UnknownMessageError extends HeartbeatError {}

/** For the default branch of a handler: a message nobody knows is a programming error and ends the actor. */
export function unknownMessage(message: never): never {
  throw new UnknownMessageError("HB_PROTOCOL", `unknown message: ${JSON.stringify(message)}`);
}

// Runs the real collection worker in its thread, with a made-up http, assembly and main at the other ends of real ports.

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import { Channel } from "../../../src/actors/channel.js";
import type {
  CollectionAnswers,
  CollectionMessage,
  CollectionReady,
  CollectionSettings,
  CollectionStatus,
  HeadMessage,
  PulsesResult,
} from "../../../src/actors/collection/protocol.js";
import type { Boot, LifecycleMessage, ReportMessage } from "../../../src/actors/serve.js";
import { SharedClock } from "../../../src/clock.js";
import { fromWireError } from "../../../src/errors.js";
import type { PulseAnswer } from "../../../src/pipeline/pulse.js";

export type CollectionChannel = Channel<CollectionMessage | LifecycleMessage, CollectionAnswers & { close: undefined }>;

export interface CollectionThread {
  readonly ready: CollectionReady;
  readonly main: CollectionChannel;
  readonly http: CollectionChannel;
  /** Heads that assembly was told, in order. */
  readonly heads: number[];
  readonly statuses: CollectionStatus[];
  /** Errors nobody caught, and what the actor died of. */
  readonly fatal: unknown[];
  readonly clock: SharedClock;
  /** Sends a body as http does. */
  send(body: unknown, collector?: string): Promise<PulsesResult>;
  /** Resolves when a status that fits was told. */
  statusThat(fits: (status: CollectionStatus) => boolean): Promise<CollectionStatus>;
  close(): Promise<void>;
}

export interface Made extends Partial<CollectionSettings> {
  readonly folder: string;
  /** Closes the thread when it is over, if it was not closed before: a failed one must not hang. */
  readonly test?: { after(fn: () => Promise<void>): void };
}

export async function startCollection({ folder, test, ...settings }: Made): Promise<CollectionThread> {
  const clock = new SharedClock();
  const workerData: Boot = {
    actor: "collection",
    settings: { folder, maxBytes: 1_073_741_824, redactPatterns: [], ...settings } satisfies CollectionSettings,
    clock: clock.memory,
  };
  const worker = new Worker(new URL("../../../src/actors/collection/worker.js", import.meta.url), { workerData });
  const exited = once(worker, "exit");
  const fatal: unknown[] = [];
  const heads: number[] = [];
  const statuses: CollectionStatus[] = [];
  const waiting = new Set<() => void>();
  worker.on("error", (error) => fatal.push(error));

  const ready = deferred<CollectionReady>();
  const main: CollectionChannel = new Channel(
    worker,
    (report: ReportMessage) => {
      if (report.type === "ready") ready.resolve(report.value as CollectionReady);
      if (report.type === "status") statuses.push(report.value as CollectionStatus);
      if (report.type === "fatal") {
        const error = fromWireError(report.error);
        fatal.push(error);
        ready.reject(error);
      }
      for (const look of waiting) look();
    },
    (error) => fatal.push(error),
  );
  const connect = (peer: "http" | "assembly", handle: (message: never) => unknown): CollectionChannel => {
    const { port1, port2 } = new MessageChannel();
    main.tell({ type: "connect", peer, port: port2 }, [port2]);
    return new Channel(port1, handle, (error) => fatal.push(error));
  };
  const close = async (): Promise<void> => {
    await main.ask({ type: "close" });
    await exited;
  };
  test?.after(() => close().catch(() => {}));
  const opened = await ready.promise;
  connect("assembly", ({ head }: HeadMessage) => heads.push(head));
  const http = connect("http", () => undefined);

  const bytes = (body: unknown): Uint8Array =>
    body instanceof Uint8Array
      ? body
      : new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
  return {
    ready: opened,
    main,
    http,
    heads,
    statuses,
    fatal,
    clock,
    send: (body, collector) =>
      http.ask({ type: "pulses", body: bytes(body), ...(collector !== undefined && { collector }) }),
    statusThat: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = statuses.findLast(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close,
  };
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** A folder of its own, removed when the test is over. */
export function logFolder(test: { after(fn: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), "heartbeat-log-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "log", "pulses");
}

/** The answer of a request that was judged. */
export function judged(result: PulsesResult): PulseAnswer {
  if (result.type === "judged") return result.answer;
  throw new Error(`refused: ${JSON.stringify(result)}`);
}

/** The refusal of a request that was refused. */
export function refusal(result: PulsesResult): PulsesResult & { type: "refused" } {
  if (result.type === "refused") return result;
  throw new Error(`judged: ${JSON.stringify(result)}`);
}

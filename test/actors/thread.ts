// Starts the fixture actor in a real thread.

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Channel } from "../../src/actors/channel.js";
import type { Boot, LifecycleMessage, ReportMessage } from "../../src/actors/serve.js";
import type { FixtureAnswers, FixtureMessage, FixtureSettings } from "./fixture.worker.js";

export function spawnFixture(settings: FixtureSettings = {}, clock = new SharedArrayBuffer(8)): Worker {
  const workerData: Boot = { actor: "http", settings, clock };
  return new Worker(new URL("./fixture.worker.js", import.meta.url), { workerData });
}

/** A counter of opened and closed actors that threads share. */
export function sharedCounter(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8));
}

export interface Fixture {
  readonly worker: Worker;
  readonly channel: Channel<
    FixtureMessage | LifecycleMessage,
    FixtureAnswers & { close: undefined; settle: undefined }
  >;
  readonly reports: ReportMessage[];
  readonly fatal: unknown[];
  readonly exited: Promise<unknown[]>;
  /** Resolves with the first report of this type. */
  report<T extends ReportMessage["type"]>(type: T): Promise<ReportMessage & { type: T }>;
}

export function startFixture(settings: FixtureSettings = {}): Fixture {
  const worker = spawnFixture(settings);
  const reports: ReportMessage[] = [];
  const waiting = new Map<string, (report: ReportMessage) => void>();
  const fatal: unknown[] = [];
  const channel = new Channel<
    FixtureMessage | LifecycleMessage,
    FixtureAnswers & { close: undefined; settle: undefined }
  >(
    worker,
    (report: ReportMessage) => {
      reports.push(report);
      waiting.get(report.type)?.(report);
      return `main heard ${report.type}`;
    },
    (error) => fatal.push(error),
  );
  return {
    worker,
    channel,
    reports,
    fatal,
    exited: once(worker, "exit"),
    report: (type) =>
      new Promise((resolve) => {
        const had = reports.find((report) => report.type === type);
        if (had !== undefined) resolve(had as never);
        else waiting.set(type, resolve as never);
      }),
  };
}

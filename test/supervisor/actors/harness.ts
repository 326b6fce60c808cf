// Actor handles over real threads of the fixture actor, with timers that remember what they were set to.

import type { Worker } from "node:worker_threads";
import type { ActorName } from "../../../src/actors/house.js";
import { ActorHandle, type ActorOptions } from "../../../src/supervisor/actor-handle.js";
import type { Logger } from "../../../src/supervisor/logger.js";
import { systemTimers, type Timers } from "../../../src/supervisor/timers.js";
import type { FixtureAnswers, FixtureMessage, FixtureSettings } from "../../actors/fixture.worker.js";
import { spawnFixture } from "../../actors/thread.js";

export type FixtureHandle = ActorHandle<FixtureMessage, FixtureAnswers, { opened: boolean }, unknown>;

export interface House {
  readonly handle: FixtureHandle;
  /** Waits that were set, ms, and fire at once if `hurry` says so. */
  readonly waits: number[];
  readonly lines: string[];
  /** All threads, in the order in which they were started. */
  readonly workers: Worker[];
  /** Resolves when an actor is up for the `count`th time. */
  up(count: number): Promise<void>;
}

export interface HouseOptions {
  readonly name?: ActorName;
  readonly ownsLog?: boolean;
  /** Settings of each thread in turn; the last one also for all that follow. */
  readonly settings?: readonly FixtureSettings[];
  /** Which waits fire at once. */
  readonly hurry?: (ms: number) => boolean;
  readonly elapsedMs?: () => number;
  readonly answer?: ActorOptions["answer"];
  readonly onUp?: () => void;
}

export function actorHouse(options: HouseOptions = {}): House {
  const { settings = [{}], hurry = () => false } = options;
  const waits: number[] = [];
  const lines: string[] = [];
  const waiting = new Map<number, () => void>();
  const workers: Worker[] = [];
  let ups = 0;
  const timers: Timers = {
    set(ms, fire) {
      waits.push(ms);
      return systemTimers.set(hurry(ms) ? 0 : ms, fire);
    },
  };
  const handle: FixtureHandle = new ActorHandle({
    name: options.name ?? "http",
    ownsLog: options.ownsLog ?? false,
    spawn: () => {
      const worker = spawnFixture(settings[Math.min(workers.length, settings.length - 1)]);
      workers.push(worker);
      return worker;
    },
    logger: lineLogger(lines),
    timers,
    elapsedMs: options.elapsedMs ?? (() => performance.now()),
    ...(options.answer !== undefined && { answer: options.answer }),
    onUp: () => {
      options.onUp?.();
      waiting.get(++ups)?.();
    },
  });
  return {
    handle,
    waits,
    lines,
    workers,
    up: (count) => new Promise((resolve) => (ups >= count ? resolve() : waiting.set(count, resolve))),
  };
}

export function lineLogger(lines: string[]): Logger {
  const line = (level: string) => (_fields: object, text: string) => lines.push(`${level} ${text}`);
  return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") } as Logger;
}

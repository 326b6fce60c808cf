// Runs the collectors on their schedule: never two runs of one at a time, a hanging one is killed, one that is not
// available here is asked again every ten minutes only. A run is due when the wall clock *or* the monotonic clock says
// so, compared at least every 5 s: the first sees that the machine slept, the second does not mind a clock set back.
//
//   waiting ──due──▶ running ──▶ ok | failed | killed | unavailable ──due──▶ running …

import type { CollectorHealth } from "../http/protocol.js";
import type { CollectorDefinition } from "./collector-definitions.js";
import { type CollectorOutcome, CollectorProcess } from "./collector-process.js";
import type { Logger } from "./logger.js";
import { systemTimers, type Timers } from "./timers.js";

/** How often a collector that is not available here is asked again. */
const unavailableEveryMs = 600_000;
/** The clocks are compared at least this often. */
const compareMs = 5_000;

/** Two clocks and a timer; a test drives its own. */
export interface RunnerTime extends Timers {
  /** ms since 1970. */
  wall(): number;
  /** ms since some instant; may stand still while the machine sleeps. */
  monotonic(): number;
}

export const systemTime: RunnerTime = { ...systemTimers, wall: Date.now, monotonic: () => performance.now() };

interface Due {
  readonly wall: number;
  readonly monotonic: number;
}

interface Run {
  readonly process: CollectorProcess;
  readonly done: Promise<void>;
}

/** A collector and how it stands. */
interface Slot {
  readonly definition: CollectorDefinition;
  due: Due;
  run: Run | undefined;
  outcome: CollectorOutcome | undefined;
  /** ms since 1970. */
  lastRun: number | undefined;
  tookMs: number | undefined;
}

export class CollectorRunner {
  readonly #slots: readonly Slot[];
  readonly #logger: Pick<Logger, "info" | "warn">;
  readonly #time: RunnerTime;
  #state: "idle" | "on" | "paused" | "closed" = "idle";
  #disarm: (() => void) | undefined;

  constructor(
    definitions: readonly CollectorDefinition[],
    logger: Pick<Logger, "info" | "warn">,
    time: RunnerTime = systemTime,
  ) {
    this.#logger = logger;
    this.#time = time;
    const due = this.#dueIn(0);
    this.#slots = definitions.map((definition) => ({
      definition,
      due,
      run: undefined,
      outcome: undefined,
      lastRun: undefined,
      tookMs: undefined,
    }));
  }

  /** Begins the schedule; what is due runs at once. */
  start(): void {
    if (this.#state !== "idle") return;
    this.#state = "on";
    this.#runDue();
  }

  /**
   * For a start or catch-up beat: runs every collector now, but for those known not to be available, and resolves when
   * all have ended or after `limitMs`. A run that takes longer goes on within its own timeout.
   */
  async runAll(limitMs: number): Promise<void> {
    if (this.#state === "paused" || this.#state === "closed") return;
    const now = this.#slots.filter((slot) => slot.outcome?.status !== "unavailable" || this.#isDue(slot));
    const all = Promise.all(now.map((slot) => (slot.run ?? this.#launch(slot)).done));
    await new Promise<void>((resolve) => {
      const cancel = this.#time.set(limitMs, resolve);
      void all.then(() => {
        cancel();
        resolve();
      });
    });
  }

  /** No new runs until `resume`; those that run may end. */
  pause(): void {
    if (this.#state === "closed") return;
    this.#state = "paused";
    this.#disarm?.();
  }

  /** Goes on; every collector is due. */
  resume(): void {
    if (this.#state !== "paused") return;
    this.#state = "on";
    const due = this.#dueIn(0);
    for (const slot of this.#slots) slot.due = due;
    this.#runDue();
  }

  /** No new runs; those that run are killed. Resolves when they have ended. Can be called twice. */
  async close(): Promise<void> {
    this.#state = "closed";
    this.#disarm?.();
    const running = this.#slots.flatMap((slot) => slot.run ?? []);
    for (const run of running) run.process.kill("the daemon stopped");
    await Promise.all(running.map((run) => run.done));
  }

  /** Each collector as `/health` shows it. */
  health(): CollectorHealth[] {
    return this.#slots.map((slot) => ({
      name: slot.definition.name,
      status: this.#status(slot),
      detail: slot.outcome?.detail ?? "",
      lastRun: slot.lastRun === undefined ? null : new Date(slot.lastRun).toISOString(),
      nextRun: this.#state === "on" ? new Date(slot.due.wall).toISOString() : null,
      tookMs: slot.tookMs ?? null,
    }));
  }

  #status(slot: Slot): CollectorHealth["status"] {
    if (slot.run !== undefined) return "running";
    if (this.#state === "paused") return "paused";
    return slot.outcome?.status ?? "waiting";
  }

  #runDue(): void {
    if (this.#state !== "on") return;
    this.#disarm?.();
    let wait = compareMs;
    for (const slot of this.#slots) {
      if (slot.run === undefined && this.#isDue(slot)) this.#launch(slot);
      // One that still runs is looked at again when it has ended.
      if (slot.run === undefined) wait = Math.min(wait, slot.due.monotonic - this.#time.monotonic());
    }
    this.#disarm = this.#time.set(Math.max(0, wait), () => this.#runDue());
  }

  #isDue({ due }: Slot): boolean {
    return this.#time.wall() >= due.wall || this.#time.monotonic() >= due.monotonic;
  }

  #dueIn(ms: number): Due {
    return { wall: this.#time.wall() + ms, monotonic: this.#time.monotonic() + ms };
  }

  #launch(slot: Slot): Run {
    const { definition } = slot;
    const begin = this.#time.monotonic();
    const process = new CollectorProcess(definition);
    const timeoutMs = definition.timeoutSeconds * 1000;
    const stopWatch = this.#time.set(timeoutMs, () =>
      process.kill(`took longer than ${definition.timeoutSeconds} s and was killed`),
    );
    slot.due = this.#dueIn(definition.everySeconds * 1000);
    slot.lastRun = this.#time.wall();
    const done = process.ended.then((outcome) => {
      stopWatch();
      slot.run = undefined;
      slot.tookMs = Math.round(this.#time.monotonic() - begin);
      this.#settle(slot, outcome);
      this.#runDue();
    });
    slot.run = { process, done };
    return slot.run;
  }

  #settle(slot: Slot, outcome: CollectorOutcome): void {
    const before = slot.outcome;
    slot.outcome = outcome;
    if (outcome.status === "unavailable") slot.due = this.#dueIn(unavailableEveryMs);
    if (this.#state === "closed" || (before?.status === outcome.status && !worthSaying(before, outcome))) return;
    const { name } = slot.definition;
    const level = outcome.status === "failed" || outcome.status === "killed" ? "warn" : "info";
    this.#logger[level]({ collector: name, status: outcome.status }, `${name}: ${outcome.detail || outcome.status}`);
  }
}

/** Said once, not at every run; what changes from run to run while all is well is not news. */
function worthSaying(before: CollectorOutcome, after: CollectorOutcome): boolean {
  return after.status !== "ok" && before.detail !== after.detail;
}

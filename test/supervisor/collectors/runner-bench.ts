// A runner whose time the test drives and whose collectors are the test's own scripts, run for real.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { CollectorDefinition } from "../../../src/supervisor/collector-definitions.js";
import { CollectorRunner, type RunnerTime } from "../../../src/supervisor/collectors.js";

/** Clocks that only the test moves. */
export class DrivenTime implements RunnerTime {
  wallMs = Date.UTC(2026, 2, 13, 10);
  monotonicMs = 1_000;
  readonly #timers = new Set<{ readonly at: number; readonly fire: () => void }>();
  readonly #waiting: (() => void)[] = [];

  wall(): number {
    return this.wallMs;
  }

  monotonic(): number {
    return this.monotonicMs;
  }

  set(ms: number, fire: () => void): () => void {
    const timer = { at: this.monotonicMs + ms, fire };
    this.#timers.add(timer);
    for (const wake of this.#waiting.splice(0)) wake();
    return () => this.#timers.delete(timer);
  }

  /** Moves both clocks on, firing what becomes due in order; `asleepMs` is seen by the wall clock only. */
  advance(ms: number, asleepMs = 0): void {
    const end = this.monotonicMs + ms;
    this.wallMs += asleepMs;
    for (;;) {
      const next = [...this.#timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#moveTo(Math.max(next.at, this.monotonicMs));
      next.fire();
    }
    this.#moveTo(end);
  }

  /** Resolves as soon as `is` holds; looked at whenever a timer is set, as the runner does when a run has ended. */
  async until(is: () => boolean): Promise<void> {
    while (!is()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #moveTo(monotonic: number): void {
    this.wallMs += monotonic - this.monotonicMs;
    this.monotonicMs = monotonic;
  }
}

export class RunnerBench {
  readonly folder: string;
  readonly time = new DrivenTime();
  readonly logged: string[] = [];
  readonly runner: CollectorRunner;

  /** @param bodies name and bash text of each collector; `$HOME` is the bench's folder */
  constructor(t: TestContext, bodies: Record<string, string>, schedule: Partial<CollectorDefinition> = {}) {
    this.folder = mkdtempSync(join(tmpdir(), "heartbeat-"));
    const definitions = Object.entries(bodies).map(([name, body]) => {
      const script = join(this.folder, `${name}.sh`);
      writeFileSync(script, `echo x >>"$HOME/${name}.runs"\n${body}\n`);
      const environment = { HOME: this.folder };
      return { name, script, arguments: [], environment, everySeconds: 60, timeoutSeconds: 20, ...schedule };
    });
    const log = (level: string) => (_fields: object, text: string) => void this.logged.push(`${level} ${text}`);
    this.runner = new CollectorRunner(definitions, { info: log("info"), warn: log("warn") }, this.time);
    t.after(async () => {
      await this.runner.close();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  /** How often a collector was started. */
  runs(name: string): number {
    return (this.read(`${name}.runs`) ?? "").length / 2;
  }

  read(file: string): string | undefined {
    try {
      return readFileSync(join(this.folder, file), "utf8");
    } catch {
      return undefined;
    }
  }

  status(name: string): string | undefined {
    return this.runner.health().find((one) => one.name === name)?.status;
  }

  detail(name: string): string | undefined {
    return this.runner.health().find((one) => one.name === name)?.detail;
  }

  /** Whether a process is there and has not ended (a dead one may wait a moment for its parent). */
  isRunning(pid: number): boolean {
    const state = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
    return state !== "" && !state.startsWith("Z");
  }

  /** Waits until no collector runs. */
  idle(): Promise<void> {
    return this.time.until(() => this.runner.health().every((one) => one.status !== "running"));
  }
}

// A laptop on which the daemon runs, in virtual time: the real clock, scheduler, beat maker and assembly over logs in
// memory. It can be awake, asleep, switched off, and have its clock and its zone changed.

import { Assembler } from "../../src/actors/assembly/assembler.js";
import { type Instant, laterOf, SharedClock } from "../../src/clock.js";
import { digest } from "../../src/pipeline/digest.js";
import type { Pulse } from "../../src/pipeline/pulse.js";
import { BeatMaker, type MadeBeat } from "../../src/supervisor/beat-maker.js";
import { Scheduler } from "../../src/supervisor/scheduler.js";
import { defaultSettings } from "../pipeline/recorded.js";
import { World } from "../supervisor/world.js";
import { MemoryLog } from "./memory-log.js";

export class Machine {
  readonly world: World;
  readonly log = new MemoryLog();
  zone = "UTC";
  /** What the collectors say when a start or catch-up beat runs them. */
  collect: () => void = () => {};
  readonly failures: unknown[] = [];
  #clock: SharedClock;
  #scheduler: Scheduler<MadeBeat> | undefined;

  constructor(start: string) {
    this.world = new World(start);
    this.#clock = this.world.clock;
  }

  /** Starts the daemon; its first beat is made when it resolves. */
  async start(): Promise<void> {
    this.#clock = new SharedClock(undefined, () => this.world.wall);
    const made = this.log.records.at(-1);
    const none: Instant = { epoch: 0, time: 0 };
    const last = made === undefined ? none : { epoch: made.epoch, time: made.instant };
    this.#clock.startAfter(laterOf(this.log.lastReceipt ?? none, last));
    const assembler = new Assembler({
      pulses: this.log.pulses,
      snapshots: this.log.snapshots,
      classification: { classify: async (frames) => digest(frames) },
      onCorrupt: (error) => this.failures.push(error),
      onUnkept: (error) => this.failures.push(error),
    });
    const maker = new BeatMaker({
      timers: this.world,
      runCollectors: async () => this.collect(),
      flush: async () => ({ head: this.log.head }),
      intentions: { read: async () => "- Ship the importer\n" },
      config: {
        read: async () => ({ zone: this.zone, config: JSON.stringify({ ...defaultSettings, windows: [2_048] }) }),
      },
      tick: async (request) => (await assembler.tick(request)).answer,
    });
    this.#scheduler = new Scheduler({
      clock: this.#clock,
      uptimeMs: () => this.world.uptimeMs,
      timers: this.world,
      make: (kind, gapReason, stamp) => this.#stirred(maker.make(kind, gapReason, stamp)),
      onFailed: (_kind, error) => this.failures.push(error),
    });
    await this.#ask("start");
  }

  /** Stops the daemon and lets `ms` pass without it. */
  async stop(ms: number): Promise<void> {
    await this.#scheduler?.stop();
    this.#scheduler = undefined;
    await this.world.run(ms);
  }

  force(): Promise<void> {
    return this.#ask("forced");
  }

  /** A pulse arrives now; its `time`, where it has none, is that of its receipt. */
  say(pulse: Pulse): void {
    this.log.take(pulse, this.#clock.now());
  }

  /** What the daemon takes for now, ms since 1970. */
  get now(): number {
    return this.#clock.now().time;
  }

  awake(ms: number): Promise<void> {
    return this.world.run(ms);
  }

  async asleep(ms: number): Promise<void> {
    this.world.sleep(ms);
    await this.world.run(5_000);
  }

  async setClock(byMs: number): Promise<void> {
    this.world.step(byMs);
    await this.world.run(5_000);
  }

  async #ask(kind: "start" | "forced"): Promise<void> {
    this.world.stir();
    await this.#scheduler?.ask(kind);
    await this.world.settle();
  }

  /** Time stands still while a beat is made. */
  #stirred(beat: Promise<MadeBeat>): Promise<MadeBeat> {
    this.world.hold(beat);
    return beat;
  }
}

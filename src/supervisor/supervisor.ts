// Starts the house, keeps its rhythm, answers what http asks of main, and ends it.
//
//   start: collection ─▶ assembly (the clock is set after the log's last instant) ─▶ http ─▶ collectors ─▶ start beat
//   stop:  no new requests ─▶ collectors ─▶ the beat that runs ─▶ http ─▶ collection ─▶ assembly
//
// Main does no work of its own: it only asks, and every question has a limit.

import { fileURLToPath } from "node:url";
import type { ToForget } from "../actors/assembly/protocol.js";
import { type ActorName, closing } from "../actors/house.js";
import { inferenceState } from "../actors/inference/client.js";
import { type Instant, laterOf, SharedClock } from "../clock.js";
import type { DataFolder } from "../config/data-folder.js";
import type { Config } from "../config/schema.js";
import { ensureToken, rotateToken } from "../config/token.js";
import { HeartbeatError } from "../errors.js";
import { collectGarbage } from "../garbage.js";
import type { HttpReady, SupervisorMessage } from "../http/protocol.js";
import { type Actors, actorSettings, createActors } from "./actors.js";
import { BeatMaker, type MadeBeat } from "./beat-maker.js";
import { BeatRecord } from "./beat-record.js";
import { collectorDefinitions } from "./collector-definitions.js";
import { CollectorRunner } from "./collectors.js";
import { answerControl } from "./control.js";
import { ForcedBeats } from "./forced-beats.js";
import type { HealthParts } from "./health.js";
import { IntentionsFile } from "./intentions.js";
import { LiveConfig } from "./live-config.js";
import type { Logger } from "./logger.js";
import { Pausing } from "./pause.js";
import { Scheduler } from "./scheduler.js";
import type { spawnActor } from "./spawn.js";
import { type Timers, withLimit } from "./timers.js";

/** How long each step of a stop may take, in ms: requests that run, collectors, the beat that runs, each actor. */
export const stopStepMs = 5_000;

export interface SupervisorOptions {
  readonly folder: DataFolder;
  readonly config: Config;
  /** What of the logs was set aside before this start, in a sentence. */
  readonly broken: string | null;
  /** TCP port on 127.0.0.1; 0 for any free one. */
  readonly port: number;
  /** Folder the daemon was started in. */
  readonly cwd: string;
  readonly version: string;
  readonly logger: Logger;
  readonly timers: Timers;
  /** The wall clock, ms since 1970. */
  readonly wall: () => number;
  /** ms since the machine booted, sleep counted. */
  readonly uptimeMs: () => number;
  /** A clock that never goes back, ms. */
  readonly elapsedMs: () => number;
  readonly spawn: typeof spawnActor;
}

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #clock: SharedClock;
  readonly #actors: Actors;
  readonly #intentions: IntentionsFile;
  readonly #config: LiveConfig;
  readonly #beats: BeatMaker;
  readonly #record = new BeatRecord();
  readonly #pausing: Pausing;
  readonly #inference = inferenceState();
  readonly #begun: number;
  #query: Promise<unknown> | undefined;
  #logged: ReadonlySet<string | null> = new Set();
  #token: string;
  #port: number;
  #collectors: CollectorRunner | undefined;
  #scheduler: Scheduler<MadeBeat> | undefined;

  constructor(options: SupervisorOptions) {
    const { folder, config, timers, elapsedMs } = options;
    this.#options = options;
    this.#begun = elapsedMs();
    this.#port = options.port;
    this.#token = ensureToken(folder.token);
    this.#clock = new SharedClock(undefined, options.wall);
    this.#intentions = new IntentionsFile(folder.intentions);
    this.#config = new LiveConfig(folder.config, config);
    this.#pausing = new Pausing({
      clock: this.#clock,
      tell: (message) => this.#actors.collection.ask(message),
      pauseCollectors: () => this.#collectors?.pause(),
      resumeCollectors: () => this.#collectors?.resume(),
    });
    const control = {
      forced: new ForcedBeats({
        timers,
        elapsedMs,
        force: () => this.#ask("forced"),
        unchanged: (beat) => this.#beats.unchanged(beat),
      }),
      pausing: this.#pausing,
      health: () => this.#health(),
      rotateToken: () => this.#rotateToken(),
      forget: async (what: ToForget) => {
        const { head } = await this.#actors.collection.ask({ type: "flush" });
        return this.#actors.assembly.ask({ type: "forget", what, head });
      },
      prune: (before: number) => this.#actors.collection.ask({ type: "prune", before, upTo: this.#record.watermark }),
      wakeQuery: () => this.#wakeQuery(),
    };
    this.#actors = createActors({
      ...options,
      clock: this.#clock.memory,
      settings: (name) => this.#settings(name),
      answer: (message) => answerControl(message as SupervisorMessage, control),
      onUp: (name) => this.#retry(name),
    });
    this.#beats = new BeatMaker({
      timers,
      runCollectors: async (limitMs) => this.#collectors?.runAll(limitMs),
      flush: () => this.#actors.collection.ask({ type: "flush" }),
      intentions: this.#intentions,
      config: this.#config,
      tick: (request) => this.#actors.assembly.ask({ type: "tick", request }),
    });
  }

  /** Whether there is a snapshot from before this start, which `/now` shows at once. */
  get hasSnapshot(): boolean {
    return (this.#actors.assembly.ready?.last ?? null) !== null;
  }

  /**
   * Opens the house; when it resolves `/now` can be asked and the rhythm runs.
   * @throws what an actor could not start from; then nothing is left running
   */
  async open(): Promise<HttpReady> {
    const { collection, assembly, http } = this.#actors;
    try {
      const pulses = await collection.start();
      const snapshots = await assembly.start();
      this.#seedClock(pulses.last, snapshots.last);
      const door = await http.start();
      this.#port = door.port;
      this.#collectors = this.#createCollectors(door);
      this.#pausing.restore(pulses.paused);
      this.#collectors.start();
      this.#startRhythm();
      return door;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Makes the first beat. It may fail: the next boundary tries again. */
  async firstBeat(): Promise<void> {
    await this.#ask("start").catch(() => {});
    for (const name of closing) this.#actors[name].settle();
    void collectGarbage();
  }

  /**
   * Ends all in flow order, logs last. Can be called twice.
   * @returns whether every thread is gone
   */
  async stop(): Promise<boolean> {
    await this.#within("running requests", this.#actors.http.ask({ type: "drain" }));
    await this.#within("the collectors", this.#collectors?.close());
    await this.#within("the running beat", this.#scheduler?.stop());
    let gone = true;
    for (const name of closing) {
      const ended = await this.#actors[name].close(stopStepMs);
      if (!ended) this.#options.logger.error({ actor: name }, `${name} did not close within ${stopStepMs} ms`);
      gone = ended && gone;
    }
    return gone;
  }

  async #within(what: string, work: Promise<unknown> | undefined): Promise<void> {
    await withLimit(this.#options.timers, stopStepMs, what, Promise.resolve(work)).catch((error: Error) =>
      this.#options.logger.debug({ step: what }, error.message),
    );
  }

  #settings(name: ActorName): unknown {
    const { config, folder, version } = this.#options;
    const hasSnapshot = this.hasSnapshot || this.#record.last !== null;
    return actorSettings(name, config, folder, { port: this.#port, token: this.#token, version, hasSnapshot });
  }

  #seedClock(pulses: Instant | null, snapshots: { readonly epoch: number; readonly instant: number } | null): void {
    const none: Instant = { epoch: 0, time: 0 };
    const made = snapshots === null ? none : { epoch: snapshots.epoch, time: snapshots.instant };
    this.#clock.startAfter(laterOf(pulses ?? none, made));
  }

  #createCollectors(door: HttpReady): CollectorRunner {
    const { config, folder, cwd, logger } = this.#options;
    const definitions = collectorDefinitions(config.collectors, {
      scripts: fileURLToPath(new URL("../../../collectors", import.meta.url)),
      state: folder.collectors,
      startedIn: cwd,
      url: `http://127.0.0.1:${door.port}`,
      socket: door.socket,
      tokenFile: folder.token,
    });
    return new CollectorRunner(definitions, logger);
  }

  #startRhythm(): void {
    const { timers, uptimeMs, logger } = this.#options;
    this.#scheduler = new Scheduler({
      clock: this.#clock,
      uptimeMs,
      timers,
      make: async (kind, gapReason, stamp) => {
        this.#record.begun(kind, this.#options.elapsedMs());
        const beat = await this.#beats.make(kind, gapReason, stamp);
        this.#record.made(beat);
        this.#logNotes();
        const { id, ordinal, tookMs, gap } = beat.answer;
        logger.info({ kind, ordinal, tookMs, ...(gap !== null && { gap }) }, `beat ${id}`);
        return beat;
      },
      onFailed: (kind, error) => {
        this.#record.failed(kind, error);
        logger.error({ kind, err: error }, `the ${kind} beat failed`);
      },
      onLook: (now) => void this.#pausing.look(now.time),
    });
  }

  /** What is wrong with the user's files, when it begins. */
  #logNotes(): void {
    const notes = this.#notes();
    for (const note of notes) if (note !== null && !this.#logged.has(note)) this.#options.logger.warn({}, note);
    this.#logged = new Set(notes);
  }

  #notes(): readonly (string | null)[] {
    return [this.#options.broken, this.#config.problem, this.#intentions.problem, this.#beats.headProblem];
  }

  #ask(kind: "start" | "forced" | "catchup"): Promise<MadeBeat> {
    const closed = new HeartbeatError("HB_UNAVAILABLE", "the daemon is still starting");
    return this.#scheduler?.ask(kind) ?? Promise.reject(closed);
  }

  /** A beat that failed because an actor was down is made once the actor is up again. */
  #retry(name: ActorName): void {
    const kind = this.#record.failedKind;
    if (kind === null || name === "http" || name === "query") return;
    this.#ask(kind === "start" ? "start" : "catchup").catch(() => {});
  }

  #rotateToken(): string {
    this.#token = rotateToken(this.#options.folder.token);
    this.#actors.http.tell({ type: "token", token: this.#token });
    return this.#token;
  }

  /** Once for all who ask; a start that failed is tried again when it is needed again. */
  async #wakeQuery(): Promise<void> {
    this.#query ??= this.#actors.query.start().catch((error: unknown) => {
      this.#query = undefined;
      throw error;
    });
    await this.#query;
  }

  #health(): HealthParts {
    const { collection, assembly, query, http } = this.#actors;
    const { version, elapsedMs } = this.#options;
    return {
      now: this.#clock.now().time,
      version,
      pid: process.pid,
      uptimeSeconds: Math.floor((elapsedMs() - this.#begun) / 1000),
      rssBytes: process.memoryUsage.rss(),
      transport: http.ready?.transport ?? null,
      actors: [collection, assembly, query, http],
      collection: collection.status,
      assembly: assembly.status,
      paused: this.#pausing.current,
      beats: this.#record,
      before: assembly.ready?.last ?? null,
      next: this.#scheduler?.next() ?? 0,
      notes: [...this.#notes(), this.#record.lateness(elapsedMs())],
      collectors: this.#collectors?.health() ?? [],
      inference: this.#inference,
    };
  }
}

// A supervisor over fake actors in real threads, in a data folder of its own.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { Channel } from "../../../src/actors/channel.js";
import type { ActorName } from "../../../src/actors/house.js";
import { furnishDataFolder } from "../../../src/config/furnish.js";
import { loadConfig } from "../../../src/config/load.js";
import type { SupervisorAnswers, SupervisorMessage } from "../../../src/http/protocol.js";
import { Supervisor } from "../../../src/supervisor/supervisor.js";
import { systemTimers } from "../../../src/supervisor/timers.js";
import { lineLogger } from "../actors/harness.js";
import type { Event, FakeSettings } from "./fake.worker.js";

export interface FakeHouse {
  readonly supervisor: Supervisor;
  /** `actor event` in the order in which main's thread saw them. */
  readonly steps: string[];
  readonly events: Event[];
  readonly lines: string[];
  readonly workers: Worker[];
  /** Resolves at the `count`th time this step is seen. */
  step(step: string, count?: number): Promise<void>;
  /** Asks main as http does. */
  ask<M extends SupervisorMessage>(message: M): Promise<SupervisorAnswers[M["type"]]>;
  crash(name: ActorName): void;
}

const ready: Readonly<Record<ActorName, unknown>> = {
  collection: { head: 0, last: null, paused: null },
  assembly: { last: null },
  query: undefined,
  http: { port: 1, socket: null, transport: { name: "node:http", reason: null } },
};

export async function fakeHouse(
  t: TestContext,
  settings: Partial<Record<ActorName, Partial<FakeSettings>>> = {},
): Promise<FakeHouse> {
  const dir = await mkdtemp(join(tmpdir(), "heartbeat-house-"));
  t.after(() => rm(dir, { recursive: true }));
  const folder = furnishDataFolder(dir);
  await writeFile(folder.config, "[collectors.git]\nenabled = false\n[collectors.window]\nenabled = false");
  const steps: string[] = [];
  const instants: number[] = [];
  const events: Event[] = [];
  const lines: string[] = [];
  const workers: Worker[] = [];
  const probes = new Map<ActorName, Channel<SupervisorMessage | { type: "crash" }, SupervisorAnswers>>();
  const waiting: { readonly step: string; readonly count: number; readonly resolve: () => void }[] = [];
  const seen = (step: string) => steps.filter((one) => one === step).length;

  function watch(name: ActorName, port: MessagePort): void {
    port.on("message", (event: Event & { readonly at: number }) => {
      if (!("type" in event)) return;
      events.push(event);
      // What came over another port before may have happened later.
      const place = instants.findIndex((at) => at > event.at);
      const index = place < 0 ? instants.length : place;
      instants.splice(index, 0, event.at);
      steps.splice(index, 0, event.type === "connected" ? `${name} connected ${event.peer}` : `${name} ${event.type}`);
      for (const { step, count, resolve } of waiting) if (seen(step) >= count) resolve();
    });
    probes.set(
      name,
      new Channel(
        port,
        () => undefined,
        () => {},
      ),
    );
  }

  const supervisor = new Supervisor({
    folder,
    broken: null,
    config: await loadConfig(folder.config),
    port: 0,
    cwd: dir,
    version: "0",
    logger: lineLogger(lines),
    timers: systemTimers,
    wall: Date.now,
    uptimeMs: () => performance.now(),
    elapsedMs: () => performance.now(),
    spawn: (resident, boot) => {
      const { port1, port2 } = new MessageChannel();
      watch(resident.name, port1);
      const fake: FakeSettings = { ready: ready[resident.name], ...settings[resident.name] };
      const worker = new Worker(new URL("./fake.worker.js", import.meta.url), {
        workerData: { ...boot, actor: resident.name, settings: fake, probe: port2 },
        transferList: [port2],
      });
      workers.push(worker);
      return worker;
    },
  });

  // A test that fails half-way leaves no thread behind.
  t.after(() => supervisor.stop());

  return {
    supervisor,
    steps,
    events,
    lines,
    workers,
    step: (step, count = 1) =>
      new Promise((resolve) => (seen(step) >= count ? resolve() : waiting.push({ step, count, resolve }))),
    ask: (message) => (probes.get("http") as Channel<SupervisorMessage, SupervisorAnswers>).ask(message) as never,
    crash: (name) => probes.get(name)?.tell({ type: "crash" }),
  };
}

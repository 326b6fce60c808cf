// The whole house with its real actors in a data folder of its own, asked over its unix socket.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Worker } from "node:worker_threads";
import type { ActorName } from "../../../src/actors/house.js";
import type { DataFolder } from "../../../src/config/data-folder.js";
import { furnishDataFolder } from "../../../src/config/furnish.js";
import { loadConfig } from "../../../src/config/load.js";
import type { Health } from "../../../src/http/protocol.js";
import { spawnActor } from "../../../src/supervisor/spawn.js";
import { Supervisor } from "../../../src/supervisor/supervisor.js";
import { systemTimers } from "../../../src/supervisor/timers.js";
import { lineLogger } from "../actors/harness.js";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface RealHouse {
  readonly supervisor: Supervisor;
  readonly folder: DataFolder;
  readonly lines: string[];
  ask(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer>;
  health(): Promise<Health>;
  /** Has the actor's newest thread fail, as a defect would. */
  crash(name: ActorName): void;
}

/** @param dir the data folder of a house that has stopped; else a new one */
export async function realHouse(t: TestContext, dir?: string): Promise<RealHouse> {
  dir ??= await mkdtemp(join(tmpdir(), "heartbeat-real-"));
  const folder = furnishDataFolder(dir);
  await writeFile(folder.config, "[collectors.git]\nenabled = false\n[collectors.window]\nenabled = false");
  const lines: string[] = [];
  const threads = new Map<ActorName, Worker>();
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
      const worker = spawnActor(resident, boot);
      threads.set(resident.name, worker);
      return worker;
    },
  });
  t.after(async () => {
    await supervisor.stop();
    await rm(folder.dir, { recursive: true, force: true });
  });
  await supervisor.open();
  await supervisor.firstBeat();
  const ask: RealHouse["ask"] = (method, path, body) => send(folder.socket, method, path, body);
  return {
    supervisor,
    folder,
    lines,
    ask,
    health: async () => JSON.parse((await ask("GET", "/health")).body) as Health,
    crash: (name) => threads.get(name)?.postMessage({ kind: "tell", message: { type: "no such message" } }),
  };
}

function send(socketPath: string, method: string, path: string, body: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const call = request({ socketPath, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    call.on("error", reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

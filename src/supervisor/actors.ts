// The actors of the house as main holds them: their types, their settings, their wiring.

import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import type {
  AssemblyAnswers,
  AssemblyMessage,
  AssemblyReady,
  AssemblySettings,
  AssemblyStatus,
} from "../actors/assembly/protocol.js";
import type { Message } from "../actors/channel.js";
import { maxBodyBytes } from "../actors/collection/body.js";
import type {
  CollectionAnswers,
  CollectionMessage,
  CollectionReady,
  CollectionSettings,
  CollectionStatus,
} from "../actors/collection/protocol.js";
import { type ActorName, type Resident, residents } from "../actors/house.js";
import type { QueryAnswers, QueryMessage, QuerySettings } from "../actors/query/protocol.js";
import type { Boot } from "../actors/serve.js";
import type { DataFolder } from "../config/data-folder.js";
import type { Config } from "../config/schema.js";
import type { HttpAnswers, HttpMessage, HttpReady, HttpSettings } from "../http/protocol.js";
import { ActorHandle, type ActorOptions } from "./actor-handle.js";
import { connectPeers, type Party } from "./house-wiring.js";

export interface Actors {
  readonly collection: ActorHandle<CollectionMessage, CollectionAnswers, CollectionReady, CollectionStatus>;
  readonly assembly: ActorHandle<AssemblyMessage, AssemblyAnswers, AssemblyReady, AssemblyStatus>;
  readonly query: ActorHandle<QueryMessage, QueryAnswers, undefined>;
  readonly http: ActorHandle<HttpMessage, HttpAnswers, HttpReady>;
}

export interface ActorsOptions extends Pick<ActorOptions, "logger" | "timers" | "elapsedMs"> {
  readonly clock: SharedArrayBuffer;
  /** What an actor's thread is started with, asked anew at each start. */
  readonly settings: (name: ActorName) => unknown;
  /** Answers what http asks of main. */
  readonly answer: (message: Message) => unknown;
  /** An actor is up, and connected to its peers. */
  readonly onUp: (name: ActorName) => void;
  readonly spawn: (resident: Resident, boot: Omit<Boot, "actor">) => Worker;
}

/** Makes the handles; nothing is started. */
export function createActors(options: ActorsOptions): Actors {
  const { clock, settings, answer, onUp, spawn, ...common } = options;
  const parties = new Map<ActorName, Party>();
  const handles = residents.map((resident): ActorHandle<never, never, never, never> => {
    const { name, ownsLog } = resident;
    const handle = new ActorHandle<never, never, never, never>({
      ...common,
      name,
      ownsLog,
      spawn: () => spawn(resident, { settings: settings(name), clock }),
      ...(name === "http" && { answer }),
      onUp: () => {
        connectPeers(name, parties);
        onUp(name);
      },
    });
    parties.set(name, handle);
    return handle;
  });
  return Object.fromEntries(handles.map((handle) => [handle.name, handle])) as unknown as Actors;
}

/** Each actor's own part of the configuration. `http.port` and `http.token` are those that hold now. */
export function actorSettings(
  name: ActorName,
  config: Config,
  folder: DataFolder,
  http: Pick<HttpSettings, "port" | "token" | "version" | "hasSnapshot">,
): CollectionSettings | AssemblySettings | QuerySettings | HttpSettings {
  const pulsesFolder = join(folder.log, "pulses");
  const snapshotsFolder = join(folder.log, "snapshots");
  switch (name) {
    case "collection":
      return { folder: pulsesFolder, maxBytes: config.log.maxBytes, redactPatterns: config.redact.patterns };
    case "assembly":
      return { folder: snapshotsFolder, pulsesFolder };
    case "query":
      return { pulsesFolder, snapshotsFolder };
    case "http":
      return {
        ...http,
        socket: folder.socket,
        origins: config.http.origins,
        maxBodyBytes,
        transport: config.http.transport,
      };
  }
}

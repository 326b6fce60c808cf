// Runs the real http worker in its thread, with a made-up main, collection and assembly at the other ends of real
// message ports. `overTransports` runs one suite over every transport that loads here.

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "node:test";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { Channel } from "../../src/actors/channel.js";
import type { CollectionMessage, PulsesResult } from "../../src/actors/collection/protocol.js";
import type { QueryMessage, QueryResult } from "../../src/actors/query/protocol.js";
import type { Boot, LifecycleMessage, ReportMessage } from "../../src/actors/serve.js";
import { SharedClock } from "../../src/clock.js";
import { fromWireError } from "../../src/errors.js";
import type { HttpMessage, HttpReady, HttpSettings, SupervisorMessage } from "../../src/http/protocol.js";
import { loadUws } from "../../src/http/transport-uws.js";
import { type Answer, type Ask, ask, type Where } from "./client.js";
import { stored, token } from "./samples.js";

export type TransportName = HttpReady["transport"]["name"];
export type PulsesMessage = Extract<CollectionMessage, { type: "pulses" }>;

/** Why uWebSockets.js can't be tested here; `undefined` when it can. */
const uwsMissing: string | undefined = await loadUws().then(
  () => undefined,
  (error: Error) => error.message,
);

/** Declares the suite once for each transport; one that does not load is skipped with the reason. */
export function overTransports(name: string, suite: (transport: TransportName) => void): void {
  describe(`${name} (node:http)`, () => suite("node:http"));
  describe(`${name} (uWebSockets.js)`, { skip: uwsMissing ?? false }, () => suite("uWebSockets.js"));
}

export interface Made {
  readonly settings?: Partial<HttpSettings>;
  /** What collection answers; default: one pulse stored. */
  readonly pulses?: (message: PulsesMessage) => PulsesResult | Promise<PulsesResult>;
  /** What main answers. */
  readonly main?: (message: SupervisorMessage) => unknown;
  /** Flags for the worker's thread. */
  readonly execArgv?: string[];
}

export interface Log {
  readonly level: string;
  readonly text: string;
}

type ToHttp = LifecycleMessage | HttpMessage;
type HttpChannel = Channel<ToHttp, Record<ToHttp["type"], undefined>>;

/** A running worker. */
export interface Running {
  readonly worker: Worker;
  readonly ready: HttpReady;
  readonly logs: readonly Log[];
  readonly where: Where;
  /** Gives the worker a (new) collection; returns the port's end, to be closed as if collection's thread had ended. */
  connectCollection(): MessagePort;
  /** Gives the worker a (new) query actor that answers so. */
  connectQuery(answer: (message: QueryMessage) => QueryResult | Promise<QueryResult>): MessagePort;
  /** Says something as assembly or main does, and waits until it is done. */
  fromAssembly(message: HttpMessage): Promise<void>;
  fromMain(message: HttpMessage): Promise<void>;
  /** Asks over TCP, with the token unless told otherwise. */
  tcp(path: string, options?: Ask): Promise<Answer>;
  /** Asks over the unix socket, without a token. */
  unix(path: string, options?: Ask): Promise<Answer>;
  /** Closes as the supervisor does; gives the thread's exit code. */
  close(): Promise<number>;
}

/** @throws what the worker said was fatal */
export async function startHttp(transport: HttpSettings["transport"], made: Made = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "hb-http-"));
  const logs: Log[] = [];
  const worker = startWorker(transport, folder, made);
  const ended = once(worker, "exit");
  worker.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  try {
    const { main, ready } = await whenReady(worker, logs, made);
    return running(worker, ready, main, logs, made);
  } catch (error) {
    await ended;
    throw error;
  }
}

function startWorker(transport: HttpSettings["transport"], folder: string, made: Made): Worker {
  const settings: HttpSettings = {
    version: "0.0.0",
    port: 0,
    socket: join(folder, "s.sock"),
    origins: [],
    token,
    hasSnapshot: false,
    maxBodyBytes: 64 * 1024,
    transport,
    ...made.settings,
  };
  const boot: Boot = { actor: "http", settings, clock: new SharedClock().memory };
  return new Worker(new URL("../../src/http/worker.js", import.meta.url), {
    workerData: boot,
    ...(made.execArgv !== undefined && { execArgv: made.execArgv }),
  });
}

function whenReady(worker: Worker, logs: Log[], made: Made): Promise<{ main: HttpChannel; ready: HttpReady }> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    const main: HttpChannel = new Channel(
      worker,
      (message: ReportMessage | SupervisorMessage) => {
        switch (message.type) {
          case "ready":
            return resolve({ main, ready: message.value as HttpReady });
          case "fatal":
            return reject(fromWireError(message.error));
          case "log":
            return logs.push({ level: message.level, text: message.text });
          case "status":
            return undefined;
          default:
            return made.main?.(message);
        }
      },
      reject,
    );
  });
}

function running(worker: Worker, ready: HttpReady, main: HttpChannel, logs: readonly Log[], made: Made): Running {
  const ports: MessagePort[] = [];
  const connect = <Connected>(
    peer: "collection" | "assembly" | "query",
    open: (port: MessagePort) => Connected,
  ): Connected => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1);
    const connected = open(port1);
    main.tell({ type: "connect", peer, port: port2 }, [port2]);
    return connected;
  };
  const fail = (error: unknown): void => {
    throw error;
  };
  const pulses = made.pulses ?? (() => stored);
  const connectCollection = (): MessagePort =>
    connect("collection", (port) => {
      new Channel(port, (message: CollectionMessage) => pulses(message as PulsesMessage), fail);
      return port;
    });
  const connectQuery: Running["connectQuery"] = (answer) =>
    connect("query", (port) => {
      new Channel(port, answer, fail);
      return port;
    });
  const assembly = connect("assembly", (port): HttpChannel => new Channel(port, () => undefined, fail));
  connectCollection();

  return {
    worker,
    ready,
    logs,
    where: { host: "127.0.0.1", port: ready.port },
    connectCollection,
    connectQuery,
    fromAssembly: (message) => assembly.ask(message),
    fromMain: (message) => main.ask(message),
    tcp: (path, options = {}) =>
      ask({ host: "127.0.0.1", port: ready.port }, path, {
        ...options,
        headers: { authorization: `Bearer ${token}`, ...options.headers },
      }),
    unix: (path, options = {}) => ask({ socketPath: ready.socket ?? "none" }, path, options),
    async close() {
      const ended = once(worker, "exit");
      await main.ask({ type: "close" });
      const [code] = (await ended) as [number];
      for (const port of ports) port.close();
      return code;
    },
  };
}

// Stands in for a daemon: listens where daemon.json says, writes down what it is asked, and answers as it is told.

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { writeDaemonFile } from "../../src/config/daemon-file.js";
import { type DataFolder, dataFolder } from "../../src/config/data-folder.js";
import { acquireLock } from "../../src/config/lock.js";
import { tempFolder } from "../config/temp-folder.js";

export interface Asked {
  /** `GET /now` */
  readonly what: string;
  readonly body: string;
  readonly headers: IncomingMessage["headers"];
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface FakeDaemon {
  readonly folder: DataFolder;
  /** What `runCli` takes. */
  readonly at: { readonly dir: string };
  readonly asked: Asked[];
}

/**
 * @param answers by `METHOD path`; of several the last stays
 * @param over where it listens
 */
export async function fakeDaemon(
  t: TestContext,
  answers: Readonly<Record<string, readonly Answer[]>>,
  over: "unix" | "tcp" = "unix",
): Promise<FakeDaemon> {
  const folder = dataFolder(tempFolder(t));
  const asked: Asked[] = [];
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const what = `${request.method} ${request.url}`;
    const before = asked.filter((one) => one.what === what).length;
    asked.push({ what, body: await text(request), headers: request.headers });
    const { status = 200, headers = {}, body } = answers[what]?.[before] ?? answers[what]?.at(-1) ?? notFound(what);
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }

  const lock = acquireLock(folder.lock);
  t.after(() => lock.release());
  if (over === "unix") server.listen(folder.socket);
  else server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const port = over === "unix" ? 1 : (server.address() as AddressInfo).port;
  const socket = over === "unix" ? folder.socket : null;
  writeDaemonFile(folder.daemon, { pid: process.pid, port, socket, version: "0.0.0", startedAt: "" });
  return { folder, at: { dir: folder.dir }, asked };
}

export function problem(status: number, code: string, detail: string, hint?: string): Answer {
  return {
    status,
    headers: { "Content-Type": "application/problem+json", ...(status === 503 && { "Retry-After": "0" }) },
    body: { status, code, detail, hint },
  };
}

function notFound(what: string): Answer {
  return problem(404, "HB_NOT_FOUND", `the test has no answer to ${what}`);
}

// Talks to the daemon of a data folder: found by its daemon.json, never by the default port; over the unix socket where
// there is one, which needs no token, else over TCP with the token of the folder.

import { request } from "node:http";
import { readDaemonFile } from "../config/daemon-file.js";
import type { DataFolder } from "../config/data-folder.js";
import { readToken } from "../config/token.js";
import { HeartbeatError } from "../errors.js";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly json?: unknown;
}

/** @throws HB_NO_DAEMON when none runs on the folder, or the problem that the daemon answers */
export async function call(folder: DataFolder, { method, path, json }: Call): Promise<Answer> {
  const daemon = readDaemonFile(folder.daemon);
  if (daemon === undefined) throw noDaemon(folder);
  const body = json === undefined ? undefined : JSON.stringify(json);
  const headers: Record<string, string> = { Host: `127.0.0.1:${daemon.port}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (daemon.socket === null) headers.Authorization = `Bearer ${readToken(folder.token) ?? ""}`;
  const address = daemon.socket === null ? { host: "127.0.0.1", port: daemon.port } : { socketPath: daemon.socket };
  return new Promise((resolve, reject) => {
    const sent = request({ ...address, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
      response.on("error", reject);
    });
    sent.on("error", (cause: NodeJS.ErrnoException) => {
      const gone = cause.code === "ECONNREFUSED" || cause.code === "ENOENT";
      reject(gone ? noDaemon(folder) : cause);
    });
    sent.end(body);
  });
}

/** The answer's JSON. @throws what the daemon's problem JSON says */
export async function callJson<T>(folder: DataFolder, of: Call): Promise<T> {
  const { status, body } = await call(folder, of);
  if (status >= 400) throw problem(body, status);
  return JSON.parse(body) as T;
}

export function problem(body: string, status: number): HeartbeatError {
  try {
    const { code, detail, hint } = JSON.parse(body) as { code?: string; detail?: string; hint?: string };
    return new HeartbeatError(code ?? "HB_INTERNAL", detail ?? body, hint === undefined ? {} : { hint });
  } catch {
    return new HeartbeatError("HB_INTERNAL", `the daemon answered ${status}: ${body}`);
  }
}

function noDaemon(folder: DataFolder): HeartbeatError {
  return new HeartbeatError("HB_NO_DAEMON", `no daemon runs on ${folder.dir}`, {
    hint: "start one with: heartbeat start",
  });
}

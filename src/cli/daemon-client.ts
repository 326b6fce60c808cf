// Talks to the daemon of a data folder: found by its daemon.json, never by the default port; over the unix socket where
// there is one, which needs no token, else over TCP with the token of the folder.

import { request } from "node:http";
import { readDaemonFile } from "../config/daemon-file.js";
import type { DataFolder } from "../config/data-folder.js";
import { lockHolder } from "../config/lock.js";
import { readToken } from "../config/token.js";
import { HeartbeatError } from "../errors.js";
import { startCommand } from "./command-line.js";

export interface Exchange {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** How long an answer may take; 10 s unless said. */
  readonly timeoutMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number;
}

const timeoutMs = 10_000;

/** One request and its answer, whatever its status. @throws HB_NO_DAEMON, HB_TIMEOUT */
export function exchange(
  folder: DataFolder,
  { method, path, body, timeoutMs: limitMs = timeoutMs }: Exchange,
): Promise<Reply> {
  const daemon = readDaemonFile(folder.daemon);
  if (daemon === undefined) return Promise.reject(absence(folder));
  const { port, socket } = daemon;
  const headers: Record<string, string> = { Host: `127.0.0.1:${port}`, Accept: "application/json, text/markdown" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (socket === null) headers.Authorization = `Bearer ${readToken(folder.token) ?? ""}`;
  const address = socket === null ? { host: "127.0.0.1", port } : { socketPath: socket };
  return new Promise((resolve, reject) => {
    const sent = request({ ...address, method, path, headers, timeout: limitMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const retryAfter = Number(response.headers["retry-after"] ?? Number.NaN);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, text, ...(retryAfter >= 0 && { retryAfter }) });
      });
    });
    sent.on("timeout", () => sent.destroy(new HeartbeatError("HB_TIMEOUT", `no answer within ${limitMs / 1_000} s`)));
    sent.on("error", (cause: NodeJS.ErrnoException) => {
      const unreachable = cause.code === "ECONNREFUSED" || cause.code === "ENOENT";
      reject(unreachable ? absence(folder) : cause);
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The answer's JSON. @throws what the daemon's problem says, unless the answer judges pulses (422) */
export async function askDaemon<T>(folder: DataFolder, of: Exchange): Promise<T> {
  const reply = await exchange(folder, of);
  return JSON.parse(reply.status === 422 ? reply.text : unwrap(reply)) as T;
}

/** The text of a good answer. @throws what the daemon's problem says */
export function unwrap({ status, text }: Reply): string {
  if (status < 400) return text;
  let problem: { code?: string; detail?: string; hint?: string } = {};
  try {
    problem = JSON.parse(text) as typeof problem;
  } catch {
    // Not ours: shown as it is.
  }
  const { code = "HB_INTERNAL", detail = `the daemon answered ${status}: ${text}`, hint } = problem;
  throw new HeartbeatError(code, detail, hint === undefined ? {} : { hint });
}

/** Why the daemon can't be asked: none runs, or one runs that is not open yet. */
export function absence(folder: DataFolder): HeartbeatError {
  const holder = lockHolder(folder.lock);
  if (holder !== undefined) {
    return new HeartbeatError("HB_NO_DAEMON", `the daemon on ${folder.dir} (pid ${holder.pid}) does not answer yet`);
  }
  return new HeartbeatError("HB_NO_DAEMON", `no daemon runs on ${folder.dir}`, {
    hint: `start one with: ${startCommand(folder.dir)}`,
  });
}

// Asks the daemon of a data folder. Found by daemon.json, never by the default port; through the unix socket, which needs
// no token, else by TCP with the token.

import { type IncomingMessage, request } from "node:http";
import { type DaemonInfo, readDaemonFile } from "../config/daemon-file.js";
import type { DataFolder } from "../config/data-folder.js";
import { lockHolder } from "../config/lock.js";
import { readToken } from "../config/token.js";
import { HeartbeatError } from "../errors.js";
import { startCommand } from "./command-line.js";

export interface Ask {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default 10 s. */
  readonly timeoutMs?: number;
}

export interface Reply {
  readonly status: number;
  /** Seconds after which the daemon wants to be asked again; absent where it said nothing. */
  readonly retryAfter?: number;
  readonly text: string;
  /** An RFC 9457 problem, if it answered with one. */
  readonly problem?: { readonly code: string; readonly detail: string; readonly hint?: string };
}

/**
 * The daemon's answer; also one that says no.
 * @throws HB_NO_DAEMON when none runs on the folder, HB_NO_ANSWER when one does but can't be reached, HB_TIMEOUT
 */
export async function exchange(folder: DataFolder, ask: Ask): Promise<Reply> {
  const daemon = readDaemonFile(folder.daemon);
  if (daemon === undefined) throw absence(folder);
  try {
    return await send(folder, daemon, ask);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ECONNREFUSED" || code === "ENOENT") throw absence(folder, daemon, error);
    throw error;
  }
}

/**
 * The JSON value the daemon answers with.
 * @throws what `exchange` throws, and the daemon's own error where it says no
 */
export async function askDaemon<T>(folder: DataFolder, ask: Ask): Promise<T> {
  return JSON.parse(unwrap(await exchange(folder, ask))) as T;
}

/** @throws the daemon's own error where it says no */
export function unwrap({ problem, text }: Reply): string {
  if (problem === undefined) return text;
  const { code, detail, hint } = problem;
  throw new HeartbeatError(code, detail, hint === undefined ? {} : { hint });
}

/** Why nobody answers: nobody runs, or somebody does and is not ready. */
export function absence(folder: DataFolder, stale?: DaemonInfo, cause?: unknown): HeartbeatError {
  const holder = lockHolder(folder.lock);
  if (holder !== undefined) {
    return new HeartbeatError("HB_NO_ANSWER", `the daemon on ${folder.dir} (pid ${holder.pid}) can't be reached`, {
      hint: "it is starting or stopping; try again in a few seconds",
      cause,
    });
  }
  const ended = stale === undefined ? "" : ` (the last one, pid ${stale.pid}, ended without a word)`;
  return new HeartbeatError("HB_NO_DAEMON", `no daemon runs on ${folder.dir}${ended}`, {
    hint: `start one with: ${startCommand(folder.dir)}`,
    cause,
  });
}

function send(folder: DataFolder, daemon: DaemonInfo, ask: Ask): Promise<Reply> {
  const { method, path, timeoutMs = 10_000 } = ask;
  const body = ask.body === undefined ? undefined : JSON.stringify(ask.body);
  const { headers, ...address } = addressOf(folder, daemon);
  return new Promise((resolve, reject) => {
    const call = request({
      method,
      path,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...address,
      headers: {
        ...headers,
        ...(body !== undefined && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
      },
    });
    const fail = (error: Error): void =>
      reject(error.name === "AbortError" ? timeoutError(daemon, ask, timeoutMs) : error);
    call.on("error", fail);
    call.on("response", (response) => readReply(response).then(resolve, fail));
    call.end(body);
  });
}

interface Address {
  readonly socketPath?: string;
  readonly host?: string;
  readonly port?: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The socket is in a private folder; a port may be somebody else's by now, who must not get the token. */
function addressOf(folder: DataFolder, daemon: DaemonInfo): Address {
  const { socket, port, pid } = daemon;
  if (socket !== null) return { socketPath: socket, headers: { Host: "localhost" } };
  if (lockHolder(folder.lock)?.pid !== pid) throw absence(folder, daemon);
  const token = readToken(folder.token);
  return { host: "127.0.0.1", port, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } };
}

async function readReply(response: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const retryAfter = response.headers["retry-after"];
  const isProblem = response.headers["content-type"]?.startsWith("application/problem+json");
  return {
    status: response.statusCode ?? 0,
    text,
    ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
    ...(isProblem && { problem: JSON.parse(text) }),
  };
}

function timeoutError({ pid }: DaemonInfo, { method, path }: Ask, timeoutMs: number): HeartbeatError {
  const seconds = timeoutMs / 1000;
  return new HeartbeatError("HB_TIMEOUT", `the daemon (pid ${pid}) did not answer ${method} ${path} in ${seconds} s`);
}

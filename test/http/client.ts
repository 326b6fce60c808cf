// Real HTTP clients for the tests: whole requests by node:http, and raw sockets for what no client would send.

import { once } from "node:events";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";

export type Where = { readonly host: string; readonly port: number } | { readonly socketPath: string };

export interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One request on a connection of its own. */
export function ask(where: Where, path: string, options: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { ...where, path, method: options.method ?? "GET", headers: options.headers ?? {}, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    sent.once("error", reject);
    sent.end(options.body);
  });
}

export function pulseAsk(body: string | Uint8Array, headers: Record<string, string> = {}): Ask {
  return { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
}

export function jsonOf(answer: Answer): Record<string, unknown> {
  return JSON.parse(answer.body.toString()) as Record<string, unknown>;
}

/** Status and code, which is what programs look at in a problem. */
export function problemOf(answer: Answer): string {
  return `${answer.status} ${String(jsonOf(answer).code)}`;
}

/** An open connection; `text` is sent at once. */
export async function openRaw(where: Where, text: string): Promise<Socket> {
  const socket = "socketPath" in where ? connect(where.socketPath) : connect(where.port, where.host);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

/** What comes back on a raw connection until `done` says that it is enough, or the other end closes. */
export async function readRaw(socket: Socket, done: (text: string) => boolean): Promise<string> {
  let text = "";
  for await (const chunk of socket) {
    text += String(chunk);
    if (done(text)) break;
  }
  return text;
}

// The transport on node:http: runs everywhere Node does. One server per listener, one handler for all.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { ListenOptions } from "node:net";
import { tcpListenError, unixListenError } from "./listen-error.js";
import {
  answersAfterBody,
  type Entrance,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  isBodiless,
  Running,
  type Transport,
} from "./transport.js";

/** A connection that stays silent or slow for longer is closed, in ms. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

export function createNodeTransport(handler: Handler): Transport {
  const servers: Server[] = [];
  const running = new Running();

  async function open(entrance: Entrance, where: ListenOptions): Promise<Server> {
    const server = createServer({ ...timeouts, requireHostHeader: false, joinDuplicateHeaders: true });
    server.on("request", (message, response) => {
      running.begin();
      response.once("close", () => running.end());
      void serve(handler, new NodeRequest(entrance, message, response), response);
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(where, () => {
        server.off("error", reject);
        resolve();
      });
    });
    servers.push(server);
    return server;
  }

  return {
    name: "node:http",
    async listenTcp(port) {
      try {
        const server = await open("tcp", { host: "127.0.0.1", port, exclusive: true });
        const address = server.address();
        return typeof address === "object" && address !== null ? address.port : port;
      } catch (error) {
        throw tcpListenError(port, error as NodeJS.ErrnoException);
      }
    },
    async listenUnix(path) {
      try {
        await open("unix", { path, exclusive: true });
      } catch (error) {
        throw unixListenError(path, error as NodeJS.ErrnoException);
      }
    },
    async close(limitMs) {
      const closed = servers.splice(0).map((server) => ({ server, done: whenClosed(server) }));
      await running.idle(limitMs);
      for (const { server } of closed) server.closeAllConnections();
      await Promise.all(closed.map(({ done }) => done));
    },
  };
}

/** Closes the listener at once; resolves when the last connection is gone. */
function whenClosed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

async function serve(handler: Handler, request: NodeRequest, response: ServerResponse): Promise<void> {
  const outcome = handler(request);
  const answer = outcome instanceof Promise ? await outcome : outcome;
  if (answersAfterBody(request)) await request.bodyEnd();
  if (!response.destroyed) send(answer, request.method, response);
}

function send(answer: HttpResponse, method: string, response: ServerResponse): void {
  if (isBodiless(answer.status)) {
    response.writeHead(answer.status, answer.headers).end();
    return;
  }
  const bytes = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  response.writeHead(answer.status, { ...answer.headers, "Content-Length": bytes.byteLength });
  if (method === "HEAD") response.end();
  else response.end(bytes);
}

class NodeRequest implements HttpRequest {
  readonly entrance: Entrance;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(entrance: Entrance, message: IncomingMessage, response: ServerResponse) {
    const url = message.url ?? "";
    const mark = url.indexOf("?");
    this.entrance = entrance;
    this.method = message.method ?? "";
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.query = mark < 0 ? "" : url.slice(mark + 1);
    this.#message = message;
    this.#response = response;
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  onBody(take: (chunk: Uint8Array, last: boolean) => void): void {
    this.#message.on("data", (chunk: Buffer) => take(chunk, false));
    this.#message.once("end", () => take(new Uint8Array(0), true));
  }

  /** Reads and drops what nobody took; resolves at the end of the body, or of the connection. */
  bodyEnd(): Promise<void> {
    if (this.#message.complete || this.#message.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#message.once("end", resolve);
      this.#response.once("close", resolve);
      this.#message.resume();
    });
  }

  onAbort(listener: () => void): void {
    this.#response.once("close", () => {
      if (!this.#response.writableEnded) listener();
    });
  }
}

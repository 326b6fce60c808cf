// The transport on uWebSockets.js, an optional package: native, one binary for each Node version and platform.
// What keeps it from ending the process: the abort handler is set before anything else, nothing of a response is
// touched after an abort, `req` is read out before the handler runs, and chunks of a body are only lent.
// Its types are written down here, as far as they are used, so that the project builds where the package is missing.

import { STATUS_CODES } from "node:http";
import { HeartbeatError } from "../errors.js";
import { findFreePort } from "./free-port.js";
import { probeListen, tcpListenError, unixListenError } from "./listen-error.js";
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

interface UwsRequest {
  getCaseSensitiveMethod(): string;
  getUrl(): string;
  getQuery(): string | undefined;
  forEach(visit: (name: string, value: string) => void): void;
}

interface UwsResponse {
  onAborted(listener: () => void): void;
  onData(take: (chunk: ArrayBuffer, last: boolean) => void): void;
  cork(write: () => void): void;
  writeStatus(status: string): void;
  writeHeader(name: string, value: string): void;
  end(body: Uint8Array | string): void;
  endWithoutBody(contentLength?: number): void;
}

type ListenSocket = object;

interface UwsApp {
  any(pattern: string, serve: (response: UwsResponse, request: UwsRequest) => void): UwsApp;
  listen(host: string, port: number, options: number, done: (socket: ListenSocket | false) => void): void;
  listen_unix(done: (socket: ListenSocket | false) => void, path: string): void;
  close(): void;
}

/** The parts of the package that are used. */
export interface Uws {
  App(): UwsApp;
  us_listen_socket_close(socket: ListenSocket): void;
  /** Without it a second daemon would share the port instead of failing. */
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
}

const packageName: string = "uWebSockets.js";

/** @throws HB_TRANSPORT, saying why the package does not load here */
export async function loadUws(): Promise<Uws> {
  try {
    const loaded = (await import(packageName)) as { readonly default: Uws };
    return loaded.default;
  } catch (error) {
    throw new HeartbeatError("HB_TRANSPORT", `uWebSockets.js does not load here: ${reasonOf(error)}`, {
      hint: 'set `http.transport` in config.toml to "auto" or "node:http"',
      cause: error,
    });
  }
}

/** One line. The package wraps what Node said: its own first line names versions, the one with `Error:` says what is missing. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return /^Error: (.+)$/m.exec(said)?.[1] ?? said.trim().split("\n", 1)[0] ?? "";
}

/** A port found free may be taken before it is listened on; so often another one is looked for. */
const freePortTries = 5;

export function createUwsTransport(uws: Uws, handler: Handler): Transport {
  const open: { readonly app: UwsApp; readonly socket: ListenSocket }[] = [];
  const running = new Running();

  function createApp(entrance: Entrance): UwsApp {
    return uws.App().any("/*", (response, request) => serve(handler, entrance, running, response, request));
  }

  async function tryListenTcp(port: number): Promise<boolean> {
    const app = createApp("tcp");
    const socket = await new Promise<ListenSocket | false>((resolve) => {
      app.listen("127.0.0.1", port, uws.LIBUS_LISTEN_EXCLUSIVE_PORT, resolve);
    });
    if (socket !== false) open.push({ app, socket });
    return socket !== false;
  }

  return {
    name: "uWebSockets.js",
    async listenTcp(port) {
      for (let left = port === 0 ? freePortTries : 1; left > 0; left--) {
        // A port that uWebSockets.js lets the system choose could not be listened on again for a minute after closing
        // (it sets SO_REUSEADDR for ports asked for by number only), so one is asked for by number always.
        const number = port === 0 ? await findFreePort() : port;
        if (await tryListenTcp(number)) return number;
      }
      throw tcpListenError(port, await probeListen({ host: "127.0.0.1", port }));
    },
    async listenUnix(path) {
      const app = createApp("unix");
      const socket = await new Promise<ListenSocket | false>((resolve) => app.listen_unix(resolve, path));
      if (socket === false) throw unixListenError(path, await probeListen({ path }));
      open.push({ app, socket });
    },
    async close(limitMs) {
      const closing = open.splice(0);
      for (const { socket } of closing) uws.us_listen_socket_close(socket);
      await running.idle(limitMs);
      for (const { app } of closing) app.close();
    },
  };
}

function serve(
  handler: Handler,
  entrance: Entrance,
  running: Running,
  response: UwsResponse,
  request: UwsRequest,
): void {
  const exchange = new Exchange(entrance, running, response, request);
  const outcome = handler(exchange);
  if (outcome instanceof Promise) void outcome.then((answer) => exchange.send(answer));
  else exchange.send(outcome);
}

/** One request and its response, which is gone once `#open` is false: aborted or sent. */
class Exchange implements HttpRequest {
  readonly entrance: Entrance;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #headers = new Map<string, string>();
  readonly #response: UwsResponse;
  readonly #running: Running;
  readonly #abortListeners: (() => void)[] = [];
  #taker: ((chunk: Uint8Array, last: boolean) => void) | undefined;
  #open = true;
  /** The answer has to wait for the body's end, and waits here once it is there. */
  #bodyFirst: boolean;
  #waiting: HttpResponse | undefined;

  constructor(entrance: Entrance, running: Running, response: UwsResponse, request: UwsRequest) {
    response.onAborted(() => this.#aborted());
    running.begin();
    this.entrance = entrance;
    this.method = request.getCaseSensitiveMethod();
    this.path = request.getUrl();
    this.query = request.getQuery() ?? "";
    this.#response = response;
    this.#running = running;
    request.forEach((name, value) => {
      const before = this.#headers.get(name);
      this.#headers.set(name, before === undefined ? value : `${before}, ${value}`);
    });
    this.#bodyFirst = answersAfterBody(this);
    if (this.#bodyFirst || (this.method !== "GET" && this.method !== "HEAD")) {
      response.onData((chunk, last) => this.#take(chunk, last));
    }
  }

  header(name: string): string | undefined {
    return this.#headers.get(name);
  }

  onBody(take: (chunk: Uint8Array, last: boolean) => void): void {
    this.#taker = take;
  }

  onAbort(listener: () => void): void {
    this.#abortListeners.push(listener);
  }

  send(answer: HttpResponse): void {
    if (!this.#open) return;
    if (this.#bodyFirst) {
      this.#waiting = answer;
      return;
    }
    this.#open = false;
    this.#response.cork(() => write(this.#response, answer, this.method));
    this.#running.end();
  }

  #take(chunk: ArrayBuffer, last: boolean): void {
    this.#taker?.(new Uint8Array(chunk), last);
    if (!last) return;
    this.#bodyFirst = false;
    if (this.#waiting !== undefined) this.send(this.#waiting);
  }

  #aborted(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const listener of this.#abortListeners) listener();
    this.#running.end();
  }
}

function write(response: UwsResponse, answer: HttpResponse, method: string): void {
  response.writeStatus(`${answer.status} ${STATUS_CODES[answer.status] ?? "Unknown"}`);
  for (const name in answer.headers) response.writeHeader(name, answer.headers[name] as string);
  if (isBodiless(answer.status)) response.endWithoutBody();
  else if (method === "HEAD") response.endWithoutBody(Buffer.byteLength(answer.body));
  else response.end(answer.body);
}

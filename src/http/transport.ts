// The border between sockets and doors: what a door sees of a request, what it answers, and what a transport can do.
// Two transports implement it, `transport-uws.ts` and `transport-node.ts`; nothing else in the project touches a socket.
// A handler never throws. An answer to a request that was aborted meanwhile is dropped by the transport.

/** Which listener a request came through. */
export type Entrance = "tcp" | "unix";

export interface HttpRequest {
  readonly entrance: Entrance;
  /** As sent: `GET`, `POST`, … */
  readonly method: string;
  /** Not decoded, without the query. */
  readonly path: string;
  /** Without the question mark, `""` if there is none. */
  readonly query: string;
  /** @param name lower-case; a header that was sent several times comes joined by `, ` */
  header(name: string): string | undefined;
  /**
   * Reads the body. `take` gets each chunk once, in order, also after the request was answered; `chunk` is only valid
   * during the call. A body without bytes is one empty last chunk. Call it before the handler returns or first awaits.
   */
  onBody(take: (chunk: Uint8Array, last: boolean) => void): void;
  /** The connection is gone before the answer: nothing more will come, nothing can be sent. */
  onAbort(listener: () => void): void;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body. The transport leaves it out where HTTP has none (HEAD, 204, 304). */
  readonly body: Uint8Array | string;
}

export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

export interface Transport {
  readonly name: "uWebSockets.js" | "node:http";
  /**
   * Listens on 127.0.0.1.
   *
   * @param port 0 for any free one
   * @returns the port it listens on
   * @throws HB_PORT_BUSY, HB_LISTEN
   */
  listenTcp(port: number): Promise<number>;
  /**
   * @param path of the socket file; nothing may stand there
   * @throws HB_LISTEN
   */
  listenUnix(path: string): Promise<void>;
  /** Takes no new connections, lets running requests finish for at most `limitMs`, then cuts all. Can be called twice. */
  close(limitMs: number): Promise<void>;
}

/** Status codes whose answers have no body and no length. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

/**
 * True for a request whose answer has to wait for the end of its body. A connection that closes after the answer would
 * be cut while the client still sends, and a client that is cut does not get to see the answer.
 */
export function answersAfterBody(request: HttpRequest): boolean {
  const length = request.header("content-length");
  const hasBody = request.header("transfer-encoding") !== undefined || (length !== undefined && length !== "0");
  return hasBody && /\bclose\b/i.test(request.header("connection") ?? "");
}

/** Counts the requests that are not yet answered, for `close`. */
export class Running {
  #count = 0;
  #whenIdle: (() => void) | undefined;

  begin(): void {
    this.#count++;
  }

  end(): void {
    this.#count--;
    if (this.#count === 0) this.#whenIdle?.();
  }

  /** Resolves when none is left, after `limitMs` at the latest. */
  async idle(limitMs: number): Promise<void> {
    if (this.#count === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
      timer = setTimeout(resolve, limitMs);
    });
    clearTimeout(timer);
  }
}

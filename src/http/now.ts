// GET /now: the newest snapshot's bytes, from memory. Everything that can be made when a snapshot arrives is made then;
// an answer waits for nothing, but for the bytes that are on their way when this thread starts. Each window has two representations with an ETag of their own.

import { beatMs, blockOf, blockStart } from "../pipeline/beat-clock.js";
import { prefersMarkdown } from "./accept.js";
import { type Problem, problemResponse } from "./problem.js";
import type { PublishedSnapshot, PublishedWindow } from "./protocol.js";
import type { HttpRequest, HttpResponse } from "./transport.js";

/** A snapshot counts as stale when it is older, in ms. */
const staleAfterMs = 2 * beatMs;
/** So long the first answers wait for a snapshot that assembly has and is about to send. */
const arrivalLimitMs = 2_000;

type Format = "json" | "markdown";

interface Representation {
  readonly body: Uint8Array;
  /** With quotes. */
  readonly etag: string;
  readonly contentType: string;
}

interface Current {
  /** ms since 1970. */
  readonly time: number;
  readonly windows: readonly {
    readonly window: number;
    readonly json: Representation;
    readonly markdown: Representation;
  }[];
}

/** Holds the current snapshot and answers `/now` and `/now.md`. */
export class Now {
  readonly #time: () => number;
  #current: Current | undefined;
  #stale: string | undefined;
  /** The next boundary as a header, made once a beat. */
  #next = { block: Number.NaN, text: "" };

  /** Pending while a snapshot is on its way. */
  #arrival: Promise<void> | undefined;
  #arrived: () => void = () => {};

  /**
   * @param time the daemon's clock, ms since 1970
   * @param expected there is a snapshot already, which assembly sends as soon as it is connected
   */
  constructor(time: () => number, expected: boolean) {
    this.#time = time;
    if (expected) this.#arrival = this.#awaitArrival();
  }

  /** The windows stay in the order of the configuration: the first is the default. */
  publish(snapshot: PublishedSnapshot): void {
    this.#current = {
      time: snapshot.time,
      windows: snapshot.windows.map((window) => ({
        window: window.window,
        json: represent(window, "json"),
        markdown: represent(window, "markdown"),
      })),
    };
    this.#stale = undefined;
    this.#arrived();
  }

  /** The newest snapshot could not be kept: the one before stays, and says so until the next comes. */
  markStale(reason: string): void {
    this.#stale = reason.replace(/[^\x20-\x7e]+/g, " ").trim();
  }

  /** @param format fixed by the path; else the request's Accept decides */
  answer(request: HttpRequest, format?: Format): HttpResponse | Promise<HttpResponse> {
    if (this.#arrival !== undefined) return this.#arrival.then(() => this.answer(request, format));
    const current = this.#current;
    if (current === undefined) return problemResponse(this.#noSnapshot());
    const window = chooseWindow(current.windows, request.query);
    if (window === undefined) return problemResponse(unknownWindow(current.windows, request.query));
    const shown = window[format ?? (prefersMarkdown(request.header("accept")) ? "markdown" : "json")];
    const headers = this.#headers(current, shown);
    if (isKnown(request.header("if-none-match"), shown.etag)) return { status: 304, headers, body: "" };
    return { status: 200, headers: { "Content-Type": shown.contentType, ...headers }, body: shown.body };
  }

  async #awaitArrival(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, arrivalLimitMs);
      this.#arrived = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#arrival = undefined;
  }

  #headers(current: Current, shown: Representation): Record<string, string> {
    const time = this.#time();
    const age = Math.max(0, time - current.time);
    const stale = this.#stale ?? (age > staleAfterMs ? "no new snapshot for more than two beats" : undefined);
    const headers: Record<string, string> = {
      ETag: shown.etag,
      "Cache-Control": "private, no-cache",
      Vary: "Accept",
      "Heartbeat-Next": this.#nextBeat(time),
      "Heartbeat-Age": String(Math.floor(age / 1000)),
    };
    if (stale !== undefined) headers["Heartbeat-Stale"] = stale;
    return headers;
  }

  #nextBeat(time: number): string {
    const block = blockOf(time) + 1;
    if (this.#next.block !== block) {
      this.#next = { block, text: new Date(blockStart(block)).toISOString().replace(".000Z", "Z") };
    }
    return this.#next.text;
  }

  #noSnapshot(): Problem {
    const why = this.#stale === undefined ? "" : `: ${this.#stale}`;
    return { status: 503, code: "HB_NO_SNAPSHOT", detail: `there is no snapshot yet${why}`, retryAfter: 1 };
  }
}

function represent(window: PublishedWindow, format: Format): Representation {
  return format === "json"
    ? { body: window.json, etag: `"${window.tag}.json"`, contentType: "application/json" }
    : { body: window.markdown, etag: `"${window.tag}.md"`, contentType: "text/markdown; charset=utf-8" };
}

/** Without `?window=` the first, else the largest that is not larger. */
function chooseWindow(windows: Current["windows"], query: string): Current["windows"][number] | undefined {
  const wanted = query === "" ? null : new URLSearchParams(query).get("window");
  if (wanted === null) return windows[0];
  if (!/^\d{1,15}$/.test(wanted)) return undefined;
  const limit = Number(wanted);
  let chosen: Current["windows"][number] | undefined;
  for (const window of windows) {
    if (window.window <= limit && window.window > (chosen?.window ?? 0)) chosen = window;
  }
  return chosen;
}

function unknownWindow(windows: Current["windows"], query: string): Problem {
  const sizes = windows.map((window) => window.window);
  const came = new URLSearchParams(query).get("window");
  const smallest = Math.min(...sizes);
  return {
    status: 400,
    code: "HB_WINDOW",
    detail: `expected a window of at least ${smallest} tokens; ${JSON.stringify(came)} came; the configured ones are ${sizes.join(", ")}`,
    hint: "windows are set with `windows` in config.toml",
    members: { windows: sizes },
  };
}

/** If-None-Match: `*`, or a list of tags compared weakly (RFC 9110, 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  for (const [tag] of header.matchAll(/"[^"]*"/g)) if (tag === etag) return true;
  return false;
}

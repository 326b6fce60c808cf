// The doors to the logs: /pulses, /snapshots, /why. What comes in the URL is checked here; the query actor finds the answer
// and gives it as bytes. `/now` waits for none of it.

import type { QueryClient } from "../actors/query/client.js";
import type { QueryMessage } from "../actors/query/protocol.js";
import { parseBeatId, parseDay } from "../pipeline/beat-clock.js";
import { prefersMarkdown } from "./accept.js";
import { ProblemError, problemResponse } from "./problem.js";
import type { HttpRequest, HttpResponse } from "./transport.js";

const defaultPulses = 1_000;
const maxPulses = 10_000;
/** The grid of a day, and as many forced ones. */
const defaultBeats = 360;
const maxBeats = 1_000;

export class QueryDoors {
  readonly #query: QueryClient;

  constructor(query: QueryClient) {
    this.#query = query;
  }

  /** `?after=SEQ&limit=N`: NDJSON; what follows the last line is `?after=` its seq. */
  pulses(request: HttpRequest): Promise<HttpResponse> {
    const query = new Parameters(request, ["after", "limit"]);
    const after = query.number("after", 0, Number.MAX_SAFE_INTEGER - 2) ?? 0;
    return this.#ask({ type: "pulses", after, limit: query.number("limit", 1, maxPulses) ?? defaultPulses });
  }

  /** `?day=YYYY-MM-DD&after=NNN[.k]&limit=N&window=N`; without a day, that of the newest snapshot. */
  day(request: HttpRequest): Promise<HttpResponse> {
    const query = new Parameters(request, ["day", "after", "limit", "window"]);
    const day = query.day("day");
    const after = query.text("after", `a beat of the day, NNN or NNN.k`, (text) => isBeat(`2000-01-01/${text}`));
    return this.#ask({
      type: "day",
      limit: query.number("limit", 1, maxBeats) ?? defaultBeats,
      ...(day !== undefined && { day }),
      ...(after !== undefined && { after }),
      ...query.window(),
    });
  }

  /** `?window=N`; Markdown by Accept. */
  snapshot(request: HttpRequest, id: string): Promise<HttpResponse> {
    const query = new Parameters(request, ["window"]);
    if (!isBeat(id)) throw bad("the path to be /snapshots/YYYY-MM-DD/NNN or …/NNN.k with NNN from 000 to 179", id);
    const format = prefersMarkdown(request.header("accept")) ? "markdown" : "json";
    return this.#ask({ type: "snapshot", id, format, ...query.window() }, { Vary: "Accept" });
  }

  /** `?beat=YYYY-MM-DD/NNN[.k]` or `?day=YYYY-MM-DD`, and `&window=N`; without both, the newest beat. */
  why(request: HttpRequest, encoded: string): Promise<HttpResponse> {
    const query = new Parameters(request, ["beat", "day", "window"]);
    const beat = query.text("beat", "YYYY-MM-DD/NNN or YYYY-MM-DD/NNN.k", isBeat);
    const day = query.day("day");
    if (beat !== undefined && day !== undefined) throw bad("one of ?beat= and ?day=", "both");
    const ref = decode(encoded);
    if (!/^[pibd]\d{1,15}(?:\.\.p\d{1,15}@.{1,256})?$/su.test(ref)) {
      throw bad("a ref: p<seq>, i<n>, b<n>, d<n> or p<a>..p<b>@source", ref);
    }
    return this.#ask({
      type: "why",
      ref,
      ...(beat !== undefined && { beat }),
      ...(day !== undefined && { day }),
      ...query.window(),
    });
  }

  async #ask(message: QueryMessage, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
    const result = await this.#query.ask(message);
    if (result.type === "refused") {
      const { status, code, message: detail } = result;
      return problemResponse({ status, code, detail });
    }
    const { contentType, body } = result;
    return { status: 200, headers: { "Content-Type": contentType, "Cache-Control": "no-store", ...headers }, body };
  }
}

/** The query of a URL; what is not known, said twice or not as expected is a 400 that says so. */
class Parameters {
  readonly #query: URLSearchParams;

  constructor(request: HttpRequest, known: readonly string[]) {
    this.#query = new URLSearchParams(request.query);
    for (const name of this.#query.keys()) {
      if (!known.includes(name)) throw bad(known.map((one) => `?${one}=`).join(", "), `?${name}=`);
      if (this.#query.getAll(name).length > 1) throw bad(`?${name}= once`, "several");
    }
  }

  text(name: string, expected: string, isRight: (text: string) => boolean): string | undefined {
    const text = this.#query.get(name);
    if (text === null || isRight(text)) return text ?? undefined;
    throw bad(`?${name}= to be ${expected}`, text);
  }

  number(name: string, least: number, most: number): number | undefined {
    const isRight = (text: string): boolean => /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most;
    const text = this.text(name, `a whole number from ${least} to ${most}`, isRight);
    return text === undefined ? undefined : Number(text);
  }

  day(name: string): string | undefined {
    return this.text(name, "a day YYYY-MM-DD", (text) => parseDay(text) !== undefined);
  }

  window(): { readonly window?: number } {
    const window = this.number("window", 1, 1e9);
    return window === undefined ? {} : { window };
  }
}

function isBeat(id: string): boolean {
  return parseBeatId(id) !== undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw bad("a path in percent-encoded UTF-8", part);
  }
}

function bad(expected: string, came: string): ProblemError {
  return new ProblemError({
    status: 400,
    code: "HB_REQUEST",
    detail: `expected ${expected}; ${JSON.stringify(came.slice(0, 256))} came`,
    members: { expected, got: came.slice(0, 256) },
  });
}

// The doors that main answers: /health, /beat, /pause, /resume, /token. Each asks over main's channel and hands the
// answer on as it is. However many ask for the health at once, main is asked once at a time.

import type { Channel } from "../actors/channel.js";
import { HeartbeatError } from "../errors.js";
import { type Intake, readBody } from "./body.js";
import { ProblemError, problemResponse, unavailable } from "./problem.js";
import type { Health, SupervisorAnswers, SupervisorMessage } from "./protocol.js";
import type { HttpRequest, HttpResponse } from "./transport.js";

export type MainChannel = Channel<SupervisorMessage, SupervisorAnswers>;

/** Main has so long to say how the daemon is, in ms. */
const healthLimitMs = 1_000;
/** And so long for everything else: a beat waits for collectors and for the disk. */
const askLimitMs = 30_000;
const maxPauseBodyBytes = 1_024;
/** A year. */
const maxPauseMinutes = 525_600;

export class ControlDoors {
  readonly #main: MainChannel;
  readonly #intake: Intake;
  #health: Promise<Health> | undefined;

  constructor(main: MainChannel, intake: Intake) {
    this.#main = main;
    this.#intake = intake;
  }

  /** @param trusted whether the caller showed the token or came through the unix socket; others get status words only */
  async health(trusted: boolean): Promise<HttpResponse> {
    this.#health ??= this.#main.ask({ type: "health" }).finally(() => {
      this.#health = undefined;
    });
    const health = await within(healthLimitMs, this.#health);
    if (health === undefined) return problemResponse(unavailable("the main thread did not answer within 1 s"));
    return json(health.status === "down" ? 503 : 200, trusted ? health : words(health));
  }

  beat(): Promise<HttpResponse> {
    return this.#ask(this.#main.ask({ type: "beat" }));
  }

  resume(): Promise<HttpResponse> {
    return this.#ask(this.#main.ask({ type: "resume" }));
  }

  rotateToken(): Promise<HttpResponse> {
    return this.#ask(this.#main.ask({ type: "rotateToken" }));
  }

  async pause(request: HttpRequest): Promise<HttpResponse> {
    const ticket = this.#intake.enter();
    try {
      const minutes = parseMinutes(await readBody(request, maxPauseBodyBytes, ticket));
      return await this.#ask(this.#main.ask({ type: "pause", ...(minutes !== undefined && { minutes }) }));
    } finally {
      ticket.leave();
    }
  }

  async #ask(asked: Promise<unknown>): Promise<HttpResponse> {
    const answer = await within(askLimitMs, asked);
    if (answer === undefined) {
      throw new HeartbeatError("HB_UNAVAILABLE", `the main thread did not answer within ${askLimitMs / 1000} s`);
    }
    return json(200, answer);
  }
}

/** @throws ProblemError 400 HB_REQUEST */
function parseMinutes(body: Uint8Array): number | undefined {
  if (body.byteLength === 0) return undefined;
  const text = Buffer.from(body).toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badPause("a body that is no JSON came");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badPause(`${text} came`);
  const { minutes, ...rest } = value as { readonly minutes?: unknown };
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw badPause(`the field ${JSON.stringify(unknown)} came`);
  if (minutes === undefined) return undefined;
  if (typeof minutes === "number" && minutes > 0 && minutes <= maxPauseMinutes) return minutes;
  throw badPause(`minutes ${JSON.stringify(minutes)} came`);
}

function badPause(came: string): ProblemError {
  return new ProblemError({
    status: 400,
    code: "HB_REQUEST",
    detail: `expected nothing, or JSON {"minutes": N} with N above 0 and at most ${maxPauseMinutes}; ${came}`,
  });
}

function words(health: Health): unknown {
  const word = ({ name, status }: { readonly name: string; readonly status: string }) => ({ name, status });
  return { status: health.status, actors: health.actors.map(word), collectors: health.collectors.map(word) };
}

function json(status: number, value: unknown): HttpResponse {
  return {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: JSON.stringify(value),
  };
}

/** What `asked` gives, or `undefined` after `limitMs`. */
async function within<T>(limitMs: number, asked: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

// POST /pulse: the body's bytes go to the collection actor as they came, and its judgement comes back as the answer.
// Nothing is parsed here. What is on its way is bounded by the intake; while collection restarts, clients are told to
// come again.

import type { Channel } from "../actors/channel.js";
import type { CollectionAnswers, CollectionMessage, PulsesResult } from "../actors/collection/protocol.js";
import type { PulseAnswer } from "../pipeline/pulse.js";
import { type Intake, readBody, type Ticket } from "./body.js";
import { type Problem, ProblemError, problemResponse, unavailable } from "./problem.js";
import type { HttpRequest, HttpResponse } from "./transport.js";

export type CollectionChannel = Channel<CollectionMessage, CollectionAnswers>;

export class PulseDoor {
  readonly #intake: Intake;
  readonly #maxBodyBytes: number;
  readonly #running = new Set<Promise<PulsesResult>>();
  #collection: CollectionChannel | undefined;
  #draining = false;

  constructor(intake: Intake, maxBodyBytes: number) {
    this.#intake = intake;
    this.#maxBodyBytes = maxBodyBytes;
  }

  /** Collection can be reached, again or for the first time. */
  connect(collection: CollectionChannel): void {
    this.#collection = collection;
  }

  /** Hands nothing more on; resolves when all that was handed on is answered. */
  async drain(): Promise<void> {
    this.#draining = true;
    await Promise.allSettled(this.#running);
  }

  async answer(request: HttpRequest): Promise<HttpResponse> {
    const problem = this.#closed() ?? checkMedia(request) ?? checkCollector(request);
    if (problem !== undefined) return problemResponse(problem);
    const ticket = this.#intake.enter();
    try {
      return await this.#store(request, ticket);
    } finally {
      ticket.leave();
    }
  }

  async #store(request: HttpRequest, ticket: Ticket): Promise<HttpResponse> {
    const collector = request.header("heartbeat-collector");
    const body = await readBody(request, this.#maxBodyBytes, ticket);
    const closed = this.#closed();
    if (closed !== undefined || this.#collection === undefined) throw new ProblemError(closed ?? restarting());
    const asked = this.#collection.ask({ type: "pulses", body, ...(collector !== undefined && { collector }) }, [
      body.buffer,
    ]);
    this.#running.add(asked);
    try {
      return resultResponse(await asked);
    } finally {
      this.#running.delete(asked);
    }
  }

  #closed(): Problem | undefined {
    if (this.#draining) return unavailable("the daemon is shutting down; nothing of this request was stored");
    return this.#collection === undefined ? restarting() : undefined;
  }
}

function restarting(): Problem {
  return unavailable("the collection actor is not there just now; nothing of this request was stored");
}

function checkMedia(request: HttpRequest): Problem | undefined {
  const type = request.header("content-type");
  const encoding = request.header("content-encoding") ?? "identity";
  const isJson = type !== undefined && /^application\/json *(?:; *charset="?utf-8"? *)?$/i.test(type);
  if (isJson && encoding === "identity") return undefined;
  const came = isJson ? `Content-Encoding ${JSON.stringify(encoding)}` : (type ?? "none");
  return {
    status: 415,
    code: "HB_MEDIA_TYPE",
    detail: `expected Content-Type application/json, in UTF-8 and not compressed; ${came} came`,
    hint: "send JSON with the header Content-Type: application/json",
  };
}

function checkCollector(request: HttpRequest): Problem | undefined {
  const name = request.header("heartbeat-collector");
  if (name === undefined || /^[\w.-]{1,64}$/.test(name)) return undefined;
  return {
    status: 400,
    code: "HB_REQUEST",
    detail: `expected Heartbeat-Collector to be 1–64 letters, digits, "_", "-" or "."; ${JSON.stringify(name)} came`,
  };
}

function resultResponse(result: PulsesResult): HttpResponse {
  if (result.type === "refused") {
    return problemResponse({
      status: result.status,
      code: result.code,
      detail: result.message,
      hint: result.hint,
      retryAfter: result.retryAfter,
    });
  }
  return {
    status: statusOf(result.answer),
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: JSON.stringify(result.answer),
  };
}

/** 201: something was stored. 200: nothing new, it was there already. 422: nothing was valid. */
function statusOf(answer: PulseAnswer): 200 | 201 | 422 {
  if (answer.count > 0) return 201;
  return answer.duplicates.length > 0 || answer.errors.length === 0 ? 200 : 422;
}

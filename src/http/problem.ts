// Errors as they go out over HTTP: RFC 9457 problem JSON. `code` is stable; `detail` says what was expected and what came.

import { STATUS_CODES } from "node:http";
import { HeartbeatError } from "../errors.js";
import type { HttpResponse } from "./transport.js";

export interface Problem {
  /** HTTP status. */
  readonly status: number;
  /** `HB_…` */
  readonly code: string;
  /** One sentence. */
  readonly detail: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** Whole seconds after which trying again makes sense; absent where it never does. */
  readonly retryAfter?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the JSON object, such as the limit that was passed. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A problem to be thrown where there is nobody to return it to. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

export function problemResponse(problem: Problem): HttpResponse {
  const { status, code, detail, hint, retryAfter } = problem;
  const type = `urn:heartbeat:problem:${code}`;
  const body = { type, title: STATUS_CODES[status], status, detail, code, hint, retryAfter, ...problem.members };
  return {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
      ...problem.headers,
    },
    body: JSON.stringify(body),
  };
}

/** What goes by itself: trying again makes sense. */
const passing: ReadonlySet<string> = new Set(["HB_BUSY", "HB_UNAVAILABLE", "HB_TIMEOUT", "HB_ACTOR_EXIT"]);

/** The problem behind whatever was thrown. What is no `HeartbeatError` is a defect and shows no more than that. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (!(error instanceof HeartbeatError)) {
    return { status: 500, code: "HB_INTERNAL", detail: "the daemon failed to answer; its log says why" };
  }
  if (error.code === "HB_CHANNEL_CLOSED") return unavailable("the part of the daemon that answers this is restarting");
  const { code, message: detail, hint } = error;
  if (code === "HB_NO_REF") return { status: 404, code, detail, hint };
  return passing.has(code) ? { status: 503, code, detail, hint, retryAfter: 1 } : { status: 500, code, detail, hint };
}

export function unavailable(detail: string): Problem {
  return { status: 503, code: "HB_UNAVAILABLE", detail, retryAfter: 1 };
}

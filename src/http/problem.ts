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

/** The problem behind whatever was thrown. What is no `HeartbeatError` is a defect and shows no more than that. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (!(error instanceof HeartbeatError)) {
    return { status: 500, code: "HB_INTERNAL", detail: "the daemon failed to answer; its log says why" };
  }
  if (error.code === "HB_CHANNEL_CLOSED") return unavailable("the part of the daemon that answers this is restarting");
  const busy = error.code === "HB_BUSY" || error.code === "HB_UNAVAILABLE";
  return {
    status: busy ? 503 : 500,
    code: error.code,
    detail: error.message,
    hint: error.hint,
    retryAfter: busy ? 1 : undefined,
  };
}

export function unavailable(detail: string): Problem {
  return { status: 503, code: "HB_UNAVAILABLE", detail, retryAfter: 1 };
}

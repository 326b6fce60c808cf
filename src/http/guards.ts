// Who may ask: pure checks of Host, Origin and token. Loopback alone keeps nobody out: any web page can send requests
// to 127.0.0.1, under its own name after DNS rebinding. So a foreign Host or Origin is refused before anything is read.
// The token is taken from the Authorization header only, never from a URL.

import { timingSafeEqual } from "node:crypto";
import type { Problem } from "./problem.js";
import type { HttpRequest, HttpResponse } from "./transport.js";

export interface Policy {
  /** The TCP port that is listened on. */
  readonly port: number;
  readonly origins: ReadonlySet<string>;
  /** Bytes of the bearer token. */
  readonly token: Uint8Array;
}

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/i;
const bearer = /^bearer +(\S+) *$/i;

/** Refuses a Host that is not ours, and an Origin that is not listed. `undefined`: may go on. */
export function checkSource(request: HttpRequest, policy: Policy): Problem | undefined {
  return (
    (request.entrance === "tcp" ? checkHost(request.header("host"), policy.port) : undefined) ??
    checkOrigin(request.header("origin"), policy.origins)
  );
}

export function checkHost(host: string | undefined, port: number): Problem | undefined {
  const match = host === undefined ? null : loopbackHost.exec(host);
  if (match !== null && (match[1] === undefined || Number(match[1]) === port)) return undefined;
  const came = host === undefined || host === "" ? "none came" : `${JSON.stringify(host)} came`;
  return {
    status: 403,
    code: "HB_HOST",
    detail: `expected a Host of localhost, 127.0.0.1 or [::1], port ${port}; ${came}`,
    hint: "ask http://127.0.0.1, under no other name",
  };
}

export function checkOrigin(origin: string | undefined, origins: ReadonlySet<string>): Problem | undefined {
  if (origin === undefined || origins.has(origin)) return undefined;
  return {
    status: 403,
    code: "HB_ORIGIN",
    detail: `pages of ${JSON.stringify(origin)} may not ask`,
    hint: "list the origin in `http.origins` of config.toml to let its pages ask",
  };
}

/** True for the unix socket, whose folder only its owner can enter, and for whoever shows the token. */
export function isTrusted(request: HttpRequest, policy: Policy): boolean {
  return request.entrance === "unix" || holdsToken(request.header("authorization"), policy.token);
}

/** Compares in constant time; only the length of the token can be learned. */
export function holdsToken(authorization: string | undefined, token: Uint8Array): boolean {
  const shown = authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
  if (shown === undefined) return false;
  const bytes = Buffer.from(shown);
  return bytes.byteLength === token.byteLength && timingSafeEqual(bytes, token);
}

export function tokenProblem(authorization: string | undefined): Problem {
  const came = authorization === undefined ? "none came" : "another one came";
  return {
    status: 401,
    code: "HB_UNAUTHORIZED",
    detail: `expected the header "Authorization: Bearer TOKEN" with this daemon's token; ${came}`,
    hint: "the token is in the file `token` of the data folder, `heartbeat token` prints it; the unix socket needs none",
    headers: { "WWW-Authenticate": 'Bearer realm="heartbeat"' },
  };
}

const exposed = "ETag, Retry-After, Heartbeat-Next, Heartbeat-Age, Heartbeat-Stale";

/** What lets a page of the listed `origin` read `response`. */
export function withCors(response: HttpResponse, origin: string): HttpResponse {
  const vary = response.headers.Vary;
  return {
    ...response,
    headers: {
      ...response.headers,
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Expose-Headers": exposed,
      Vary: vary === undefined ? "Origin" : `${vary}, Origin`,
    },
  };
}

/** Browsers ask this before a request that is not simple; they send no token with it. */
export function isPreflight(request: HttpRequest): boolean {
  return (
    request.method === "OPTIONS" &&
    request.header("origin") !== undefined &&
    request.header("access-control-request-method") !== undefined
  );
}

export function preflightResponse(): HttpResponse {
  return {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": "GET, HEAD, POST",
      "Access-Control-Allow-Headers": "Authorization, Content-Type, If-None-Match",
      "Access-Control-Max-Age": "600",
    },
    body: "",
  };
}

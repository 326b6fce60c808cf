// Every door by path and method, and the way to it: source, preflight, token, path, method, draining. Whatever a door
// throws becomes a problem here, so a request can neither end the worker nor disturb the next one.

import type { ControlDoors } from "./control-doors.js";
import type { ForgetDoors } from "./forget-doors.js";
import {
  checkSource,
  isPreflight,
  isTrusted,
  type Policy,
  preflightResponse,
  tokenProblem,
  withCors,
} from "./guards.js";
import type { Now } from "./now.js";
import { type Problem, problemOf, problemResponse, unavailable } from "./problem.js";
import type { PulseDoor } from "./pulse-door.js";
import type { QueryDoors } from "./query-doors.js";
import type { Handler, HttpRequest, HttpResponse } from "./transport.js";

/** @param names what the path's variable parts are, as they came */
type Door = (request: HttpRequest, trusted: boolean, names: readonly string[]) => HttpResponse | Promise<HttpResponse>;

/** HEAD goes where GET goes. */
type Methods = Readonly<Partial<Record<"GET" | "POST", Door>>>;

export interface Rooms {
  readonly now: Now;
  readonly pulse: PulseDoor;
  readonly control: ControlDoors;
  readonly forgetting: ForgetDoors;
  readonly query: QueryDoors;
}

function doorsOf({ now, pulse, control, forgetting, query }: Rooms): ReadonlyMap<string, Methods> {
  return new Map<string, Methods>([
    ["/now", { GET: (request) => now.answer(request) }],
    ["/now.md", { GET: (request) => now.answer(request, "markdown") }],
    ["/pulse", { POST: (request) => pulse.answer(request) }],
    ["/health", { GET: (_request, trusted) => control.health(trusted) }],
    ["/beat", { POST: () => control.beat() }],
    ["/pause", { POST: (request) => control.pause(request) }],
    ["/resume", { POST: () => control.resume() }],
    ["/forget", { POST: (request) => forgetting.forget(request) }],
    ["/prune", { POST: (request) => forgetting.prune(request) }],
    ["/token", { POST: () => control.rotateToken() }],
    ["/pulses", { GET: (request) => query.pulses(request) }],
    ["/snapshots", { GET: (request) => query.day(request) }],
    ["/snapshots/*/*", { GET: (request, _trusted, [day, number]) => query.snapshot(request, `${day}/${number}`) }],
    ["/why/*", { GET: (request, _trusted, [ref]) => query.why(request, ref as string) }],
  ]);
}

/** The one door that needs no token. */
const openPath = "/health";

export interface Gate {
  /** As it is now: the token can be rotated. */
  policy(): Policy;
  /** True: nothing that writes is taken any more. */
  draining(): boolean;
  /** Gets what is a defect: an error that nobody named. */
  report(error: unknown, request: HttpRequest): void;
}

export function createHandler(rooms: Rooms, gate: Gate): Handler {
  const doors = doorsOf(rooms);

  function failed(error: unknown, request: HttpRequest): HttpResponse {
    const problem = problemOf(error);
    if (problem.status === 500) gate.report(error, request);
    return problemResponse(problem);
  }

  function enter(request: HttpRequest, policy: Policy): HttpResponse | Promise<HttpResponse> {
    if (isPreflight(request)) return preflightResponse();
    const trusted = isTrusted(request, policy);
    if (!trusted && request.path !== openPath) return problemResponse(tokenProblem(request.header("authorization")));
    const { methods, names } = find(doors, request.path);
    if (methods === undefined) return problemResponse(notFound(request.path));
    const door = methods[request.method === "HEAD" ? "GET" : (request.method as "GET" | "POST")];
    if (door === undefined) return problemResponse(wrongMethod(request, methods));
    if (gate.draining() && request.method === "POST")
      return problemResponse(unavailable("the daemon is shutting down"));
    return door(request, trusted, names);
  }

  function answer(request: HttpRequest, policy: Policy): HttpResponse | Promise<HttpResponse> {
    try {
      const outcome = enter(request, policy);
      return outcome instanceof Promise ? outcome.catch((error: unknown) => failed(error, request)) : outcome;
    } catch (error) {
      return failed(error, request);
    }
  }

  return (request) => {
    const policy = gate.policy();
    const refused = checkSource(request, policy);
    if (refused !== undefined) return problemResponse(refused);
    const origin = request.header("origin");
    const outcome = answer(request, policy);
    if (origin === undefined) return outcome;
    return outcome instanceof Promise
      ? outcome.then((response) => withCors(response, origin))
      : withCors(outcome, origin);
  };
}

interface Found {
  readonly methods: Methods | undefined;
  readonly names: readonly string[];
}

/** A door by its path, else by the pattern of its first part: `*` stands for one part that is not empty. */
function find(doors: ReadonlyMap<string, Methods>, path: string): Found {
  const exact = path.includes("*") ? undefined : doors.get(path);
  if (exact !== undefined) return { methods: exact, names: [] };
  const [first = "", ...names] = path.slice(1).split("/");
  if (names.includes("")) return { methods: undefined, names };
  return { methods: doors.get(`/${first}${"/*".repeat(names.length)}`), names };
}

function notFound(path: string): Problem {
  return { status: 404, code: "HB_NOT_FOUND", detail: `there is no ${JSON.stringify(path)} here` };
}

function wrongMethod(request: HttpRequest, methods: Methods): Problem {
  const allowed = methods.GET === undefined ? "POST" : "GET, HEAD";
  return {
    status: 405,
    code: "HB_METHOD",
    detail: `expected ${allowed} for ${request.path}; ${JSON.stringify(request.method)} came`,
    headers: { Allow: allowed },
  };
}

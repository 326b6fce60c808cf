// The doors that take something out of the log: /forget and /prune. What they ask for is checked here, by the schema that
// also documents it; main has it done, and the answer comes when it is.

import type { XStatic } from "typebox/schema";
import { parseTime } from "../pipeline/pulse-time.js";
import { type Intake, readBody } from "./body.js";
import type { MainChannel } from "./control-doors.js";
import { ProblemError } from "./problem.js";
import type { HttpRequest, HttpResponse } from "./transport.js";

const maxBodyBytes = 4_096;

const time = {
  type: ["string", "number"],
  description: "RFC 3339 text with an offset, or milliseconds since 1970",
} as const;

/** Body of `POST /forget`. */
export const forgetBody = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: {
    ref: {
      type: "string",
      pattern: "^(?:[pb][0-9]{1,15}|p[0-9]{1,15}\\.\\.p[0-9]{1,15}@.{1,256})$",
      description:
        "`p<seq>` or a `b<n>` of the current snapshot: all of its source that says the same; or `p<a>..p<b>@source`",
    },
    source: { type: "string", minLength: 1, maxLength: 512, description: "All pulses of this source" },
    between: {
      type: "array",
      items: time,
      minItems: 2,
      maxItems: 2,
      description: "All pulses that happened or were received from the first to the second instant",
    },
  },
} as const;

/** Body of `POST /prune`. */
export const pruneBody = {
  type: "object",
  additionalProperties: false,
  required: ["before"],
  properties: { before: { ...time, description: `Pulses received before it are dropped: ${time.description}` } },
} as const;

export class ForgetDoors {
  readonly #main: MainChannel;
  readonly #intake: Intake;

  constructor(main: MainChannel, intake: Intake) {
    this.#main = main;
    this.#intake = intake;
  }

  async forget(request: HttpRequest): Promise<HttpResponse> {
    const { between, ref, source } = await this.#body<XStatic<typeof forgetBody>>(request, forgetBody);
    if (ref !== undefined) return json(await this.#main.ask({ type: "forget", what: { ref } }));
    if (source !== undefined) return json(await this.#main.ask({ type: "forget", what: { source } }));
    const [from, to] = (between as readonly (string | number)[]).map((one) => instantOf("between", one));
    if ((from as number) > (to as number)) throw bad("between: expected the earlier instant first");
    return json(await this.#main.ask({ type: "forget", what: { between: [from as number, to as number] } }));
  }

  async prune(request: HttpRequest): Promise<HttpResponse> {
    const { before } = await this.#body<XStatic<typeof pruneBody>>(request, pruneBody);
    return json(await this.#main.ask({ type: "prune", before: instantOf("before", before) }));
  }

  /** @throws ProblemError 400 HB_REQUEST */
  async #body<T>(request: HttpRequest, schema: typeof forgetBody | typeof pruneBody): Promise<T> {
    const ticket = this.#intake.enter();
    try {
      const text = Buffer.from(await readBody(request, maxBodyBytes, ticket)).toString();
      // Loaded when it is first needed: a validator costs the thread 13 MB.
      const { Check } = await import("typebox/schema");
      const value = parse(text);
      if (Check(schema, value)) return value as T;
      throw bad(`expected ${JSON.stringify(schema.properties)}, one of them; ${text.slice(0, 256) || "nothing"} came`);
    } finally {
      ticket.leave();
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function instantOf(name: string, value: string | number): number {
  const parsed = parseTime(value);
  if (typeof parsed === "number") return parsed;
  throw bad(`${name}: ${parsed}`);
}

function bad(detail: string): ProblemError {
  return new ProblemError({ status: 400, code: "HB_REQUEST", detail });
}

function json(value: unknown): HttpResponse {
  return {
    status: 200,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: JSON.stringify(value),
  };
}

// A request body as bytes, to the items in it. What can't be read is refused whole; the items are judged one by one.

import type { PulsesResult } from "./protocol.js";

/** Largest request body and WebSocket frame, in bytes; http refuses a larger one before it is here. */
export const maxBodyBytes = 4 * 1_048_576;
/** Most pulses in one body. */
export const maxPulses = 10_000;

type Refused = Extract<PulsesResult, { type: "refused" }>;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The items, at least one; or why the body can't be taken. */
export function readBody(body: Uint8Array): readonly unknown[] | Refused {
  if (body.length > maxBodyBytes) {
    return refused(413, "HB_BODY_TOO_LARGE", `expected at most ${maxBodyBytes} bytes, ${body.length} came`);
  }
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return refused(400, "HB_BODY_ENCODING", "expected JSON in UTF-8, bytes came that are not UTF-8");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(400, "HB_BODY_JSON", `expected JSON, got: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null) {
    return refused(
      400,
      "HB_BODY_SHAPE",
      `expected a pulse or an array of pulses, ${JSON.stringify(value).slice(0, 64)} came`,
    );
  }
  if (!Array.isArray(value)) return [value];
  if (value.length === 0) return refused(400, "HB_BODY_SHAPE", "expected at least one pulse, an empty array came");
  if (value.length > maxPulses) {
    return refused(413, "HB_TOO_MANY_PULSES", `expected at most ${maxPulses} pulses, ${value.length} came`);
  }
  return value;
}

function refused(status: 400 | 413, code: string, message: string): Refused {
  return { type: "refused", status, code, message };
}

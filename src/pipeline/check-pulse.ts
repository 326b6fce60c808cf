// Judges one item as it was sent and never throws: a pulse as it is stored, or a stable code and a sentence.
// The compiled schema decides; only what it refuses is looked at again, slowly, to say what was expected and what came.

import { Compile } from "typebox/schema";
import { maxTextBytes, type Pulse, type PulseError, type SentPulse, sentPulse } from "./pulse.js";
import { checkData } from "./pulse-data.js";
import { explainRefusal } from "./pulse-refusal.js";
import { parseTime } from "./pulse-time.js";

export type CheckedPulse = { readonly pulse: Pulse } | { readonly error: PulseError };

const sent = Compile(sentPulse);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * @param item any JSON value
 * @param receivedAt ms since 1970: what `until` is held against when the pulse has no `time`
 */
export function checkPulse(item: unknown, receivedAt: number): CheckedPulse {
  if (!sent.Check(item)) return { error: explainRefusal(item) };
  const pulse: Mutable<Pulse> = { source: item.source.toWellFormed() };
  if (item.type !== undefined) pulse.type = item.type.toWellFormed();
  const error =
    takeText(item, pulse) ?? takeTimes(item, pulse, receivedAt) ?? takeKey(item, pulse) ?? takeProvenance(item, pulse);
  if (error !== undefined) return { error };
  if (item.importance !== undefined) pulse.importance = Math.round(Math.min(1, Math.max(0, item.importance)) * 100);
  if (item.category !== undefined) pulse.category = item.category.toWellFormed();
  return { pulse };
}

function takeText(item: SentPulse, pulse: Mutable<Pulse>): PulseError | undefined {
  if (item.text === undefined) {
    if (item.retract === true) return undefined;
    return { code: "HB_PULSE_TEXT", message: "text: expected a statement that stands alone, none came" };
  }
  const text = item.text.toWellFormed();
  if (!/\S/.test(text)) return { code: "HB_PULSE_TEXT", message: "text: expected more than white space" };
  const bytes = text.length * 3 <= maxTextBytes ? 0 : utf8Bytes(text);
  if (bytes > maxTextBytes) {
    return {
      code: "HB_PULSE_TEXT_TOO_LONG",
      message: `text: expected at most ${maxTextBytes} bytes of UTF-8, ${bytes} came; shorten it first`,
    };
  }
  pulse.text = text;
  return undefined;
}

function takeTimes(item: SentPulse, pulse: Mutable<Pulse>, receivedAt: number): PulseError | undefined {
  if (item.time !== undefined) {
    const time = parseTime(item.time);
    if (typeof time === "string") return { code: "HB_PULSE_TIME", message: `time: ${time}` };
    pulse.time = time;
  }
  if (item.until === undefined) return undefined;
  const until = parseTime(item.until);
  if (typeof until === "string") return { code: "HB_PULSE_UNTIL", message: `until: ${until}` };
  const begin = pulse.time ?? receivedAt;
  if (until < begin) {
    const which = pulse.time === undefined ? "the time of receipt" : "time";
    return {
      code: "HB_PULSE_UNTIL",
      message: `until: expected at or after ${which} (${iso(begin)}), ${iso(until)} came`,
    };
  }
  pulse.until = until;
  return undefined;
}

function takeKey(item: SentPulse, pulse: Mutable<Pulse>): PulseError | undefined {
  if (item.key !== undefined) pulse.key = item.key.toWellFormed();
  if (item.id !== undefined) pulse.id = item.id.toWellFormed();
  if (item.retract === undefined) return undefined;
  if (item.key === undefined)
    return { code: "HB_PULSE_RETRACT", message: "retract: expected a key with it, none came" };
  pulse.retract = true;
  return undefined;
}

function takeProvenance(item: SentPulse, pulse: Mutable<Pulse>): PulseError | undefined {
  if (item.refs !== undefined) {
    if (item.type !== "beat") {
      const came = item.type === undefined ? "no type" : `type ${JSON.stringify(item.type.toWellFormed())}`;
      return { code: "HB_PULSE_REFS", message: `refs: expected type "beat" with it, ${came} came` };
    }
    pulse.refs = item.refs.map((ref) => ref.toWellFormed());
  }
  if (item.data === undefined) return undefined;
  const data = checkData(item.data);
  if ("error" in data) return data.error;
  pulse.data = data.data;
  return undefined;
}

/** Length of well-formed text in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // A surrogate pair is four bytes: two for each of its units.
    if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

// Why the schema refuses an item: the first fault in the order of the schema, as a code and a sentence. Slow, and only
// asked when the compiled check has said no.

import { type PulseError, sentPulse } from "./pulse.js";

interface FieldSchema {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

const fields = sentPulse.properties as Readonly<Record<string, FieldSchema>>;

/** What a field must be, where it is not text of a given length. */
const expectations: Readonly<Record<string, string>> = {
  text: "text that is not empty",
  time: "RFC 3339 text with an offset, or milliseconds since 1970",
  until: "RFC 3339 text with an offset, or milliseconds since 1970",
  importance: "a finite number",
  retract: "true, or the field left out",
  refs: "at most 64 texts of 1–256 characters",
  data: "a JSON object",
};

/** Names that others use for the same thing. */
const otherNames: Readonly<Record<string, string>> = {
  ts: "time",
  timestamp: "time",
  title: "text",
  message: "text",
  body: "text",
  end: "until",
  duration: "until",
  tags: "category",
  kind: "type",
};

/** @param item an item that the schema refuses */
export function explainRefusal(item: unknown): PulseError {
  if (typeof item !== "object" || item === null || Array.isArray(item)) {
    return { code: "HB_PULSE_NOT_OBJECT", message: `expected a JSON object, ${show(item)} came` };
  }
  const sent = item as Readonly<Record<string, unknown>>;
  for (const [name, schema] of Object.entries(fields)) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (fits(name, value, schema)) continue;
    const expected = expectations[name] ?? `text of 1–${schema.maxLength} characters`;
    const came = value === undefined ? "none came" : `${show(value)} came`;
    return { code: `HB_PULSE_${name.toUpperCase()}`, message: `${name}: expected ${expected}, ${came}` };
  }
  const unknown = Object.getOwnPropertyNames(sent).find((name) => !Object.hasOwn(fields, name)) ?? "";
  const meant = Object.hasOwn(otherNames, unknown) ? `did you mean "${otherNames[unknown]}"? ` : "";
  return {
    code: "HB_PULSE_FIELD_UNKNOWN",
    message: `${show(unknown)} is no field of a pulse; ${meant}known are ${Object.keys(fields).join(", ")}; what is only kept goes into data`,
  };
}

function fits(name: string, value: unknown, schema: FieldSchema): boolean {
  if (value === undefined) return name !== "source";
  switch (name) {
    case "time":
    case "until":
      return typeof value === "string" || Number.isFinite(value);
    case "importance":
      return Number.isFinite(value);
    case "retract":
      return value === true;
    case "data":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "refs":
      return Array.isArray(value) && value.length <= 64 && value.every((ref) => isText(ref, 1, 256));
    default:
      return isText(value, schema.minLength ?? 0, schema.maxLength ?? Number.POSITIVE_INFINITY);
  }
}

function isText(value: unknown, min: number, max: number): boolean {
  if (typeof value !== "string") return false;
  if (value.length > max * 2) return false;
  const length = value.length <= max ? value.length : [...value].length;
  return length >= min && length <= max;
}

/** A value as it may stand in a message: short, and never a whole object. */
function show(value: unknown): string {
  if (typeof value === "string") {
    const text = value.toWellFormed();
    if (text.length <= 64) return JSON.stringify(text);
    return `${JSON.stringify(`${text.slice(0, 48).toWellFormed()}…`)} of ${[...text].length} characters`;
  }
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

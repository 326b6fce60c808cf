// From an unknown value, or the text of config.toml, to a frozen Config with every default filled in.
// All that is wrong is said at once: for each field its name, what was expected and what came.

import { homedir } from "node:os";
import { parse as parseToml, TomlError } from "smol-toml";
import { Errors } from "typebox/schema";
import { HeartbeatError } from "../errors.js";
import { expected, type FieldSchema, fieldNames, schemaAt } from "./field-schema.js";
import { nearest } from "./nearest.js";
import { brokenRules, expandHome, type Finding } from "./rules.js";
import { type Config, configSchema } from "./schema.js";

/** What `zone = "local"` and `~` stand for. */
export interface Surroundings {
  /** IANA name. */
  readonly zone: string;
  readonly home: string;
}

/**
 * @param surroundings by default the machine's zone and the user's home folder
 * @throws HB_CONFIG naming each bad field, what was expected and what came
 */
export function parseConfig(value: unknown, surroundings: Surroundings = machine()): Config {
  const filled = fill(configSchema as FieldSchema, structuredClone(value));
  const problems = [...unknownFields(filled, configSchema as FieldSchema, ""), ...shapeProblems(filled)];
  if (problems.length > 0) throw badConfig(problems);
  const config = filled as Config;
  const findings = brokenRules(config);
  if (findings.length > 0) throw badConfig(findings.map(sentence));
  return deepFreeze(settle(config, surroundings));
}

/**
 * @throws HB_CONFIG, for a syntax error with its line and column
 */
export function parseConfigText(text: string, surroundings?: Surroundings): Config {
  let value: unknown;
  try {
    value = parseToml(text, { unsafeKeyBehaviour: "throw" });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason, ...excerpt] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    throw new HeartbeatError("HB_CONFIG", `line ${error.line}, column ${error.column}: no valid TOML: ${reason}`, {
      hint: excerpt.join("\n").trimEnd(),
      cause: error,
    });
  }
  return parseConfig(value, surroundings);
}

/** `value` with the defaults of what is missing. A date, which no field takes, becomes text: to JSON Schema it is an object. */
function fill(schema: FieldSchema, value: unknown = structuredClone(schema.default)): unknown {
  if (value instanceof Date) return value.toJSON();
  if (schema.properties === undefined || !isTable(value)) return value;
  const known = Object.entries(schema.properties).map(([name, inner]) => [name, fill(inner, value[name])]);
  return { ...value, ...Object.fromEntries(known) };
}

function machine(): Surroundings {
  return { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, home: homedir() };
}

function settle(config: Config, { zone, home }: Surroundings): Config {
  const git = config.collectors.git;
  return {
    ...config,
    zone: config.zone === "local" ? zone : config.zone,
    collectors: {
      ...config.collectors,
      git: { ...git, repositories: git.repositories.map((path) => expandHome(path, home)) },
    },
  };
}

function badConfig(problems: readonly string[]): HeartbeatError {
  return new HeartbeatError("HB_CONFIG", problems.join("\n"), {
    hint: "the comments of a fresh config.toml (config.example.toml in the project) say of every field what it does, its unit and its default",
  });
}

function sentence({ field, expected: what, got }: Finding): string {
  return `${field}: expected ${what}, got ${show(got)}`;
}

function shapeProblems(value: unknown): string[] {
  const byField = new Map<string, string>();
  for (const { instancePath, keyword } of Errors(configSchema, value)[1]) {
    const path = instancePath.split("/").slice(1);
    const schema = schemaAt(path);
    if (keyword === "additionalProperties" || schema === undefined) continue;
    const field = fieldName(path);
    byField.set(field, sentence({ field, expected: expected(schema), got: valueAt(value, path) }));
  }
  return [...byField.values()];
}

function unknownFields(value: unknown, schema: FieldSchema, prefix: string): string[] {
  if (schema.properties === undefined || !isTable(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = schema.properties?.[name];
    if (known !== undefined) return unknownFields(inner, known, `${prefix}${name}.`);
    const suggestion = nearest(`${prefix}${name}`, fieldNames());
    const did = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
    return [`${prefix}${name}: there is no such field${did}`];
  });
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldName(path: readonly string[]): string {
  if (path.length === 0) return "configuration";
  return path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join("")
    .slice(1);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, part) => (inner as Record<string, unknown>)[part], value);
}

/** JSON, shortened to 100 characters; what JSON can't hold as text. */
function show(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length <= 100 ? text : `${[...text.slice(0, 200)].slice(0, 99).join("")}…`;
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}

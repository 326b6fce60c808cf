// Reads the configuration's schema as data: where a field stands, and what it expects in words.

import { configSchema } from "./schema.js";

/** The JSON Schema keywords the configuration uses. */
export interface FieldSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxLength?: number;
}

/** The schema at a path of names and indexes; `undefined` where the schema has nothing. */
export function schemaAt(path: readonly string[]): FieldSchema | undefined {
  let schema: FieldSchema | undefined = configSchema as FieldSchema;
  for (const part of path) schema = schema?.properties?.[part] ?? schema?.items;
  return schema;
}

/** Dotted names of all fields and tables. */
export function fieldNames(schema: FieldSchema = configSchema as FieldSchema, prefix = ""): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    prefix + name,
    ...fieldNames(inner, `${prefix}${name}.`),
  ]);
}

/** What a field expects, to follow "expected": `a whole number from 0 to 65535`. */
export function expected(schema: FieldSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  switch (schema.type) {
    case "integer":
      return `a whole number from ${schema.minimum} to ${schema.maximum}`;
    case "boolean":
      return "true or false";
    case "string":
      return `a text of 1 to ${schema.maxLength} characters`;
    case "array":
      return `a list of ${schema.minItems ?? 0} to ${schema.maxItems} different values, each ${expected(schema.items ?? {})}`;
    default:
      return "a table";
  }
}

// The documented config.toml, written from the schema: every field commented out with its default. Table headings
// stand uncommented, so that uncommenting a field puts it where it belongs.

import { expected, type FieldSchema } from "./field-schema.js";
import { configSchema } from "./schema.js";

const width = 100;

/** The text of a commented config.toml; it parses, and with every field uncommented it is the defaults. */
export function exampleConfig(): string {
  return `${[
    "# Heartbeat's settings. What is commented out holds by default; remove the # to change it.",
    "# Windows, tokenizer, zone, half-life, state lifetime and shares apply from the next beat, the rest from the next start.",
    "",
    ...tableLines(configSchema as FieldSchema, ""),
  ].join("\n")}`;
}

function tableLines(table: FieldSchema, name: string): string[] {
  const entries = Object.entries(table.properties ?? {});
  const fields = entries.filter(([, schema]) => schema.properties === undefined);
  const tables = entries.filter(([, schema]) => schema.properties !== undefined);
  const heading = name === "" || fields.length === 0 ? [] : [...comment(table.description ?? ""), `[${name}]`, ""];
  return [
    ...heading,
    ...fields.flatMap(([field, schema]) => fieldLines(field, schema)),
    ...tables.flatMap(([field, schema]) => tableLines(schema, name === "" ? field : `${name}.${field}`)),
  ];
}

function fieldLines(name: string, schema: FieldSchema): string[] {
  return [
    ...comment(schema.description ?? ""),
    ...comment(`Expects ${expected(schema)}.`),
    `#${name} = ${JSON.stringify(schema.default)}`,
    "",
  ];
}

function comment(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines[lines.length - 1] ?? "";
    if (line !== "" && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line) => `# ${line}`);
}

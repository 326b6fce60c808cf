import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { exampleConfig } from "../../src/config/example.js";
import { type FieldSchema, fieldNames, schemaAt } from "../../src/config/field-schema.js";
import { parseConfig, parseConfigText } from "../../src/config/parse.js";

const page = new URL("../../../config.example.toml", import.meta.url);

test("config.example.toml is what the schema says", () => {
  if (process.env.HEARTBEAT_UPDATE === "1") writeFileSync(page, exampleConfig());
  assert.equal(readFileSync(page, "utf8"), exampleConfig(), "`npm run test:update` writes it anew");
});

test("the example as it is, and with every field uncommented, is the defaults", () => {
  const uncommented = exampleConfig().replaceAll(/^#(?=\w)/gm, "");
  assert.notEqual(uncommented, exampleConfig());
  assert.deepEqual(parseConfigText(exampleConfig()), parseConfig({}));
  assert.deepEqual(parseConfigText(uncommented), parseConfig({}));
});

test("every field has a description and a default, and stands in the example", () => {
  const fields = fieldNames().filter((name) => schemaAt(name.split("."))?.properties === undefined);
  assert.ok(fields.length >= 20);
  for (const name of fields) {
    const schema: FieldSchema = schemaAt(name.split(".")) ?? {};
    assert.ok(schema.description?.endsWith("."), `${name} has no description`);
    assert.notEqual(schema.default, undefined, `${name} has no default`);
    assert.match(exampleConfig(), new RegExp(`^#${name.split(".").at(-1)} = `, "m"));
  }
});

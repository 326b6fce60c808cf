// docs/errors.md and the code name the same errors: every code in src has a row, every row is raised somewhere, and
// where src says the HTTP status beside the code the row says the same.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { sentPulse } from "../../src/pipeline/pulse.js";

interface Row {
  readonly where: string;
  readonly http: string;
  readonly passes: string;
}

const root = new URL("../../../", import.meta.url);
const rows = tableOf(readFileSync(new URL("docs/errors.md", root), "utf8"));
const sources = readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(new URL(`src/${name}`, root), "utf8"));

function tableOf(markdown: string): ReadonlyMap<string, Row> {
  const found = new Map<string, Row>();
  for (const line of markdown.split("\n").filter((one) => one.startsWith("| `HB_"))) {
    const [code = "", where = "", http = "", meaning = "", action = "", passes = "", ...more] = line
      .slice(2, -2)
      .split(" | ");
    assert.ok(meaning !== "" && action !== "" && more.length === 0, line);
    assert.ok(!found.has(code.slice(1, -1)), `${code} has two rows`);
    found.set(code.slice(1, -1), { where, http, passes });
  }
  return found;
}

/** The codes that src raises: quoted ones, and those of the fields of a pulse, which are made from its schema. */
function raised(): Set<string> {
  const codes = new Set<string>();
  for (const source of sources) {
    for (const [, code] of source.matchAll(/"(HB_[A-Z_]+)"/g)) codes.add(code as string);
    if (!source.includes("`HB_PULSE_$")) continue;
    for (const field of Object.keys(sentPulse.properties)) codes.add(`HB_PULSE_${field.toUpperCase()}`);
  }
  return codes;
}

test("every code that src raises has a row, and every row is raised", () => {
  assert.deepEqual([...rows.keys()].sort(), [...raised()].sort());
});

test("no comment names a code that is not there", () => {
  const named = sources.flatMap((source) => source.match(/\bHB_[A-Z]+(?:_[A-Z]+)*(?![A-Z_])/g) ?? []);
  const unknown = named.filter((code) => !rows.has(code));
  assert.deepEqual(unknown, []);
});

test("rows are sorted and say whether trying again helps", () => {
  assert.deepEqual([...rows.keys()], [...rows.keys()].sort());
  for (const [code, { http, passes }] of rows) {
    assert.match(http, /^(–|[45]\d\d)$/, code);
    assert.match(passes, /^(yes|no|–)$/, code);
    if (http === "503" || http === "507") assert.equal(passes, "yes", code);
  }
});

test("the HTTP status of a row is the one in the code", () => {
  const status = /status: (\d{3}),\s+code: "(HB_[A-Z_]+)"|(?:refused|busy)\(\s*(\d{3}),\s+"(HB_[A-Z_]+)"/g;
  const said = sources.flatMap((source) => [...source.matchAll(status)]);
  const pairs = said.map(([, one, code, other, otherCode]) => [code ?? otherCode, one ?? other] as const);
  assert.ok(pairs.length > 15, `only ${pairs.length} found`);
  for (const [code, http] of pairs) {
    // 499 is for nobody: the client is gone.
    if (http !== "499") assert.equal(rows.get(code as string)?.http, http, code);
  }
});

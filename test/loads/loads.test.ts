// What a command or a thread loads at its start costs it time and memory. Each row names an entry and what it may never
// load by a static import, however far away; what is needed later or elsewhere is imported when it is.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const src = fileURLToPath(new URL("../../src", import.meta.url));
const anyPackage = /^npm:/;
/** Loaded on first need only, wherever they are. */
const late = /^npm:(gpt-tokenizer|piscina|node-llama-cpp|re2js|uWebSockets\.js)(\/|$)/;
/** TypeBox's builders and what works on them are 670 modules; the house's schemas are plain data, for `typebox/schema`. */
const builders = /^npm:typebox(\/type|\/value)?$/;
const house = /^(supervisor|actors|http|log)\//;
const fold = /^pipeline\/(fold|step|digest|check-pulse)\.js$/;

const commands = ["beat", "now", "pause", "pulse", "start", "status", "stop", "token"];

const rows: readonly (readonly [entry: string, never: readonly RegExp[]])[] = [
  ["cli/main.js", [/^npm:(?!commander$)/, house]],
  ...commands.map((name) => [`cli/commands/${name}.js`, [anyPackage, house]] as const),
  ["supervisor/run.js", [anyPackage, /^(actors|http|log)\//]],
  ["supervisor/daemon.js", [late, builders, /^npm:(lmdb|rxjs)/, fold]],
  ["http/worker.js", [anyPackage, /^(log|supervisor|config)\//, fold]],
  ["actors/collection/worker.js", [late, builders, /^npm:pino/, /^(supervisor|config)\//]],
  ["actors/assembly/worker.js", [late, builders, /^npm:(typebox|pino|rxjs)/, /^(supervisor|config)\//]],
  ["actors/classification/worker.js", [/^npm:(?!unicode-segmenter\/)/, /^(log|http|supervisor|config)\//]],
];

for (const [entry, never] of rows) {
  test(`${entry} loads nothing it does not need`, () => {
    const loaded = staticImports(entry);
    assert.ok(loaded.has(entry));
    const forbidden = [...loaded].filter(([name]) => never.some((one) => one.test(name)));
    assert.deepEqual(
      forbidden.map(([name, by]) => `${name}, imported by ${by}`),
      [],
    );
  });
}

test("static imports are followed over files, and dynamic ones are not", () => {
  const loaded = staticImports("actors/assembly/worker.js");
  assert.ok(loaded.has("npm:lmdb"), "through log/environment.js");
  assert.ok(loaded.has("pipeline/tokens.js"));
});

/** Every file of src and every package loaded with `entry`, and who imports it; Node's own modules are left out. */
function staticImports(entry: string): Map<string, string> {
  const found = new Map([[entry, "itself"]]);
  for (const [file] of found) {
    const path = join(src, file);
    if (!existsSync(path)) continue;
    for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(
      /^(?:import|export)\b(?:[^"';]*\bfrom)? "([^"]+)";/gm,
    )) {
      if (specifier.startsWith("node:")) continue;
      const name = specifier.startsWith(".") ? relative(src, join(path, "..", specifier)) : `npm:${specifier}`;
      if (!found.has(name)) found.set(name, file);
    }
  }
  return found;
}

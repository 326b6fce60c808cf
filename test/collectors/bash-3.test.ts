// macOS ships bash 3.2. Where only newer ones are at hand, at least nothing that 3.2 lacks may be written down.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scripts } from "./collector-bench.js";

const newer: readonly [string, RegExp][] = [
  ["associative arrays and namerefs (4.0, 4.3)", /\b(?:declare|local|typeset) -[a-zA-Z]*[An]/],
  ["mapfile, readarray, coproc (4.0)", /^\s*(?:mapfile|readarray|coproc)\b/m],
  ["case conversion (4.0)", /\$\{[^}]*(?:\^\^?|,,?)[^}]*\}/],
  ["|& and &>> (4.0)", /\|&|&>>/],
  ["fractions of seconds in read (4.0)", /\bread\b[^\n]* -t/],
  ["printf of times (4.2)", /printf[^\n]*%\([^)]*\)T/],
  ["test -v (4.2)", /\[\[? -v /],
  ["negative lengths and indices (4.2)", /\$\{\w+:[^}]*:\s*-|\[-\d+\]/],
  ["wait -n (4.3)", /\bwait -n\b/],
  ["transformations (4.4)", /\$\{[^}]*@[QEPAakKuUL]\}/],
  ["EPOCHSECONDS (5.0)", /\bEPOCH(?:SECONDS|REALTIME)\b/],
  ["globstar, ;;& and ;& (4.0)", /globstar|;;?&/],
  ["set -u, under which an empty array is an error before 4.4", /\bset -\w*u/],
];

for (const file of readdirSync(scripts).filter((name) => name.endsWith(".sh"))) {
  test(file, () => {
    const code = readFileSync(join(scripts, file), "utf8").replace(/^\s*#.*$/gm, "");
    for (const [what, pattern] of newer) assert.doesNotMatch(code, pattern, what);
  });
}

// Time is linear in the text: no text of 8 KiB, however hostile, holds the redactor up. A quadratic rule needs some
// ten million steps for such a text; the limit lies far above what a linear one takes and far below that.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor, redactRules } from "../../src/log/redact.js";

const redact = await createRedactor([]);
const size = 8_192;
const limitMs = 60;

const fillers = [
  "",
  "a",
  "1",
  "A",
  "-",
  "_",
  ".",
  ":",
  "=",
  " ",
  '"',
  "'",
  "\\",
  "/",
  "@",
  "a1",
  "=a ",
  ': "',
  "-p",
  " -u a",
];
const hostile = [
  "-----BEGIN PRIVATE KEY",
  "-----END ",
  "eyJ-",
  "eyJ_a.",
  "eyJaaaaaaaaa.",
  "://a:b",
  "://",
  "SG.aaaaaaaaa.",
  "cookie:a=",
  "--token ",
  "mysql -p",
  "mysql ",
  "curl -u a:",
  "curl ",
  "login ",
  'password="',
  "password='",
  'password="\\',
  "config set token ",
  "bearer a",
  "authorization:bearer ",
  "[REDACTED:",
  "password=[REDACTED:password]",
  "token=token=",
  "_pass=\\",
  "secretkeybase",
];

/** Milliseconds; where that is much, the fastest of three: the others were held up by something else. */
function fastest(text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && best > limitMs / 2; run++) {
    const start = performance.now();
    redact(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const runs = ["a", "1", "-", "_", " ", "\\", '"', ":", "/", "A"];
const literals = redactRules.flatMap((rule) => rule.literals);

function assertFast(name: string, text: string): void {
  const ms = fastest(text.slice(0, size));
  assert.ok(ms < limitMs, `${name} took ${ms.toFixed(1)} ms`);
}

test("beginnings that repeat", () => {
  for (const prefix of hostile) {
    for (const filler of fillers) assertFast(`${prefix}${filler} repeated`, (prefix + filler).repeat(size / 2));
  }
  for (const prefix of literals) {
    for (const filler of ["", "a", "-", " "])
      assertFast(`${prefix}${filler} repeated`, (prefix + filler).repeat(size / 2));
  }
});

test("long runs after a beginning", () => {
  for (const prefix of [...hostile, ...literals]) {
    for (const run of runs) assertFast(`${prefix} and a run of ${run}`, prefix + run.repeat(size));
  }
});

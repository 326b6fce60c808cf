// Time is linear in the text: no text of 8 KiB, however hostile, holds the redactor up. What takes a quadratic rule's time,
// some ten million steps, is run again at half the length: a quadratic rule then takes a quarter, a linear one half.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor, redactRules } from "../../src/log/redact.js";

const redact = await createRedactor([]);
const size = 8_192;
const quickMs = 20;
const mostGrowth = 3;

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

/** CPU time in ms of the fastest of three: the others were held up by something else. One that is quick enough is enough. */
function fastest(text: string, enoughMs: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && best > enoughMs; run++) {
    const start = process.cpuUsage();
    redact(text);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

const runs = ["a", "1", "-", "_", " ", "\\", '"', ":", "/", "A"];
const literals = redactRules.flatMap((rule) => rule.literals);

function assertFast(name: string, text: string): void {
  const whole = fastest(text.slice(0, size), quickMs);
  if (whole <= quickMs) return;
  const half = fastest(text.slice(0, size / 2), 0);
  assert.ok(whole < mostGrowth * half, `${name} took ${whole.toFixed(1)} ms, its half ${half.toFixed(1)} ms`);
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

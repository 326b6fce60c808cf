// The user's own patterns: used, or refused with their name when the daemon starts; never able to hold it up.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HeartbeatError } from "../../src/errors.js";
import { createRedactor } from "../../src/log/redact.js";

test("what they match becomes [REDACTED:custom], groups and classes work", async () => {
  const redact = await createRedactor(["ACME-\\d{4}", "(?i)project (?<name>\\w+) codename"]);
  assert.equal(redact("saw ACME-1234 and Project Zeta codename"), "saw [REDACTED:custom] and [REDACTED:custom]");
});

test("they run beside our own rules and leave markers whole", async () => {
  const redact = await createRedactor(["REDACTED|token"]);
  assert.equal(redact("API_TOKEN=abc REDACTED"), "API_TOKEN=[REDACTED:token] [REDACTED:custom]");
});

const refused: readonly (readonly [pattern: string, says: RegExp])[] = [
  ["(unclosed", /\(unclosed/],
  ["(a)\\1", /\(a\)/],
  ["(?=a)b", /\(\?=a\)b/],
  ["(?<!a)b", /\(\?<!a\)b/],
  ["a*", /empty text/],
  ["a".repeat(1_001), /at most 1000 characters, 1001 came/],
];

for (const [pattern, says] of refused) {
  test(`refused: ${pattern.slice(0, 20)}`, async () => {
    await assert.rejects(createRedactor([pattern]), (error) => {
      assert.ok(error instanceof HeartbeatError);
      assert.equal(error.code, "HB_CONFIG");
      assert.match(error.message, says);
      return true;
    });
  });
}

test("a pattern that is exponential elsewhere is linear here", async () => {
  const redact = await createRedactor(["(a+)+$", "(?:a|a)*b"]);
  const start = performance.now();
  redact(`${"a".repeat(8_000)}!`);
  assert.ok(performance.now() - start < 2_000);
});

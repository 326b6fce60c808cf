// What holds for any text: redacting twice is redacting once; secrets built into it are gone; no lone surrogate comes up.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createRedactor } from "../../src/log/redact.js";
import { samples } from "./made-up-secrets.js";

const plain = await createRedactor([]);
const custom = await createRedactor(["R.D|EDACT", "[a-f]{3}\\d", "\\btoken\\b", "^x", "\\[REDACTED"]);

const pieces = fc.constantFrom(
  ...samples,
  ...[
    "password",
    "token",
    "api_key",
    "secret",
    "pwd",
    "://",
    "user",
    "@",
    ":",
    "=",
    "=>",
    " ",
    "\n",
    "\\",
    '"',
    "'",
    "--",
    "-p ",
    "&",
  ],
  ...[
    "?key=",
    "mysql ",
    "curl -u ",
    "login ",
    "Authorization: ",
    "Bearer ",
    "cookie: a=",
    "[REDACTED:",
    "[REDACTED:token]",
    "]",
    "$X",
    "x",
    "1",
  ],
  ...["-----BEGIN PRIVATE KEY", "eyJ", "ghp_", "🙂", "é"],
);
const text = fc.oneof(
  fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 24 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 200 }).map((value) => value.toWellFormed()),
);

for (const [name, redact] of [
  ["our rules", plain],
  ["our rules and the user's", custom],
] as const) {
  test(`${name} are idempotent`, () => {
    fc.assert(
      fc.property(text, (value) => {
        const once = redact(value);
        assert.equal(redact(once), once);
        assert.ok(once.isWellFormed());
      }),
      { numRuns: 3_000 },
    );
  });
}

test("a token between spaces is gone, whatever stands around it", () => {
  fc.assert(
    fc.property(text, fc.constantFrom(...samples), text, (before, secret, after) => {
      assert.ok(!plain(`${before} ${secret} ${after}`).includes(` ${secret} `));
    }),
    { numRuns: 2_000 },
  );
});

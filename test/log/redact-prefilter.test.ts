// The prefilter is complete: a text that no rule's literal is in is a text that no rule changes.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { literalScan } from "../../src/log/literal-scan.js";
import { redactRules } from "../../src/log/redact.js";
import { samples } from "./made-up-secrets.js";

const names = [
  "password",
  "passphrase",
  "DB_PASS",
  "sshpass",
  "MYSQL_PWD",
  "secret",
  "secret_key_base",
  "api-key",
  "accessKey",
  "token",
  "credentials",
  "connectionString",
  "signature",
  "?sig",
  "&code",
  "?key",
  "_auth",
  "authorization",
  "cookie",
];
const commands = [
  "mysql a -pb",
  "mariadb -pb",
  "sshpass -p b",
  "x login -p b",
  "redis-cli -a b",
  "-passin pass:b",
  "curl -u a:b",
  "wget --user a:b",
  "http -a a:b",
  "https -a a:b",
  "bearer abc1abc1abc1abc1",
];
const piece = fc.oneof(
  fc.constantFrom(...samples, ...commands),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom("=", ": ", ":", '": "', " => ", " "), fc.string())
    .map((parts) => parts.join("")),
  fc.constantFrom("a://b:c@d", "--", " "),
  fc.string(),
);
const text = fc.array(piece, { maxLength: 5 }).map((parts) => parts.join(""));

test("every rule that changes a text has one of its literals in it", () => {
  let changes = 0;
  fc.assert(
    fc.property(text, (value) => {
      for (const rule of redactRules) {
        if (rule.apply(value) === value) continue;
        changes++;
        const lower = value.toLowerCase();
        assert.ok(
          rule.literals.some((literal) => lower.includes(literal.toLowerCase())),
          rule.literals.join(" "),
        );
      }
    }),
    { numRuns: 2_000 },
  );
  assert.ok(changes > 1_000, `only ${changes} changes were seen`);
});

test("the scan finds what `includes` finds, in any case", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "A", "B", "c", "é"), maxLength: 6 });
  const literal = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(fc.array(literal, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      fc.array(word),
      (groups, words) => {
        const value = words.join("");
        const expected = groups.map((literals) => (literals.some((one) => value.toLowerCase().includes(one)) ? 1 : 0));
        const hits = new Uint8Array(groups.length);
        assert.equal(literalScan(groups)(value, hits), expected.includes(1));
        assert.deepEqual([...hits], expected);
      },
    ),
  );
});

// Secrets with a shape of their own: wherever they stand in a text, all of them goes and all around them stays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "../../src/log/redact.js";
import { secrets } from "./made-up-secrets.js";

const redact = await createRedactor([]);

const surroundings: readonly (readonly [before: string, after: string])[] = [
  ["", ""],
  ["pasted ", " into the chat"],
  ['say("', '");'],
  ["(", ")"],
  ["see https://example.com/", "?x=1"],
];

for (const [kind, list] of Object.entries(secrets)) {
  test(`${kind} is found wherever it stands`, () => {
    for (const secret of list) {
      for (const [before, after] of surroundings) {
        const unclosed = kind === "private-key" && !secret.includes("END");
        assert.equal(redact(before + secret + after), `${before}[REDACTED:${kind}]${unclosed ? "" : after}`);
      }
    }
  });
}

test("several in one text, side by side too", () => {
  const [a, b] = [secrets["github-token"]?.[0] as string, secrets["google-key"]?.[0] as string];
  assert.equal(redact(`${a} ${b}\n${a}`), "[REDACTED:github-token] [REDACTED:google-key]\n[REDACTED:github-token]");
});

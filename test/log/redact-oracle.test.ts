// Held against another, well-kept rule set: whatever secretlint's recommended preset reports in a text is gone after us.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { createRedactor } from "../../src/log/redact.js";
import { secrets } from "./made-up-secrets.js";

const redact = await createRedactor([]);

async function reported(content: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: "pulse.txt", content, contentType: "text", ext: ".txt" },
    options: {
      config: {
        rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator, rules: [] }],
      },
      noPhysicFilePath: true,
    },
  });
  const parts = messages.map(({ messageId, range }) => `${messageId} ${content.slice(range[0], range[1])}`);
  // It takes our marker for the password of a URL.
  return parts.filter((part) => !part.includes("[REDACTED:"));
}

const word = "s3cr3tW0rd";
const texts = [
  ...Object.values(secrets).flat(),
  `https://user:${word}@example.com/x`,
  `postgresql://user:${word}@db.example.com/app`,
  `mongodb+srv://user:${word}@db.example.com/app?a=1`,
  `mysql://user:${word}@db.example.com/app`,
  `//registry.npmjs.org/:_authToken=${word}`,
  `AWS_SECRET_ACCESS_KEY = ${`${word}/`.repeat(4).slice(0, 40)}`,
];

test("what the preset finds before, it does not find after", async () => {
  let found = 0;
  for (const text of texts) {
    found += (await reported(text)).length;
    assert.deepEqual(await reported(redact(text)), [], text.slice(0, 40));
  }
  assert.ok(found >= 12, `the preset found only ${found} secrets, so it says nothing about ours`);
});

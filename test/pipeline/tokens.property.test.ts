// Counts of lines with their newline add up exactly to the count of the whole, in every encoding offered, so that what fits
// line by line fits as a text. Field cases C01, C02, C06 and C07.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fitLine, type Line, maxLineTokens } from "../../src/pipeline/line.js";
import { visibleText } from "../../src/pipeline/safe-text.js";
import { encodings, loadCount } from "../../src/pipeline/tokens.js";
import { nastyText } from "./nasty-text.js";

const before = fc.constantFrom(
  "- ",
  "- p1 10:46 ",
  "- b12 Fri 13 Mar 10:46 ",
  "- p9 since 10:46 ",
  "- p1..p9@log 10:30–10:46 ",
);
const after = fc.constantFrom("", " (9 min)", " (3×)");
const headings = fc.constantFrom(
  "# INTENTION\n",
  "# HISTORY\n",
  "# PROJECTION\n",
  "# NOW Fri 13 Mar 2026 10:56 Europe/Berlin\n",
);
const texts = fc.array(fc.oneof({ weight: 6, arbitrary: fc.tuple(before, nastyText, after) }, headings), {
  minLength: 1,
  maxLength: 12,
});

for (const encoding of encodings) {
  const count = await loadCount(encoding);

  test(`${encoding}: the count of the whole is the sum of its lines, and no line has more than 200`, () => {
    fc.assert(
      fc.property(texts, (parts) => {
        const lines = parts.map((part): Line => {
          if (typeof part === "string") return { text: part, tokens: count(part) };
          const [start, text, end] = part;
          return fitLine(visibleText(text), (t) => `${start}${t}${end}\n`, count);
        });
        const whole = lines.map(({ text }) => text).join("");
        assert.equal(
          count(whole),
          lines.reduce((sum, { tokens }) => sum + tokens, 0),
          JSON.stringify(whole),
        );
        for (const { text, tokens } of lines) assert.ok(tokens <= maxLineTokens, text);
      }),
      { numRuns: 120 },
    );
  });

  test(`${encoding}: C01: text that looks like a special token is counted as text`, () => {
    assert.ok(count("see <|endoftext|> here <|im_start|> <|endofprompt|>\n") > 8);
  });
}

test("C07: the count is the same when the caches are full of other texts", async () => {
  const count = await loadCount("o200k_base");
  const probe = Array.from({ length: 50 }, (_, n) => `- p${n} 10:46 語言模型 ${n * 7919} straße\n`);
  const fresh = probe.map(count);
  for (let n = 0; n < 40_000; n++) count(`${n * 104_729} 語${n}`);
  assert.deepEqual(probe.map(count), fresh);
});

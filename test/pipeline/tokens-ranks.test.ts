import assert from "node:assert/strict";
import { test } from "node:test";
import cl100k from "gpt-tokenizer/bpeRanks/cl100k_base";
import { loadCount } from "../../src/pipeline/tokens.js";

const texts = [
  "hello world\n",
  "naïve – 👩‍👩‍👧 ünïcödé",
  "<|endoftext|>",
  "\ufeffusing System;",
  "日本語のテキスト 12345",
  "a".repeat(300),
];

test("given tokens count as the tokenizer's own, special ones as plain text", async () => {
  const { countTokens } = await import("gpt-tokenizer/encoding/cl100k_base");
  const asked: string[] = [];
  const count = await loadCount("cl100k_base", (encoding) => {
    asked.push(encoding);
    return cl100k as (string | number[])[];
  });
  const expected = texts.map((text) => countTokens(text, { disallowedSpecial: new Set() }));
  assert.deepEqual(texts.map(count), expected);
  assert.deepEqual(asked, ["cl100k_base"]);
});

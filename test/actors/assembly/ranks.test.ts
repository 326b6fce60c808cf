import assert from "node:assert/strict";
import { test } from "node:test";
import { readRanks } from "../../../src/actors/assembly/ranks.js";
import type { Encoding } from "../../../src/pipeline/tokens.js";

const modules = {
  o200k_base: () => import("gpt-tokenizer/bpeRanks/o200k_base"),
  o200k_harmony: () => import("gpt-tokenizer/bpeRanks/o200k_base"),
  cl100k_base: () => import("gpt-tokenizer/bpeRanks/cl100k_base"),
  p50k_base: () => import("gpt-tokenizer/bpeRanks/p50k_base"),
  r50k_base: () => import("gpt-tokenizer/bpeRanks/r50k_base"),
} satisfies Record<Encoding, unknown>;

for (const [encoding, load] of Object.entries(modules) as [Encoding, (typeof modules)[Encoding]][]) {
  test(`${encoding}: each token is what the tokenizer's own module says`, async () => {
    const expected = (await load()).default;
    const ranks = readRanks(encoding);
    assert.equal(ranks.length, expected.length);
    const differ = expected.flatMap((token, rank) => (same(token, ranks[rank]) ? [] : [{ rank, token }]));
    assert.deepEqual(differ, []);
  });
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

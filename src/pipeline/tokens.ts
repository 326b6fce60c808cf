// Counting tokens. Special-token text counts as plain text, counts are cached by line, and both caches are bounded:
// the tokenizer's own by setMergeCacheSize, ours by dropping the older half when it is full.

/** The encodings of `gpt-tokenizer` that can be chosen. */
export const encodings = ["o200k_base", "cl100k_base", "o200k_harmony", "p50k_base", "r50k_base"] as const;
export type Encoding = (typeof encodings)[number];

/** Counts the tokens of a text. */
export type Count = (text: string) => number;

interface EncodingModule {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
  setMergeCacheSize(entries: number): void;
}

/** Entries of the tokenizer's cache of merged words. */
const mergeCacheEntries = 10_000;
/** Lines whose count is remembered, at most twice this many. */
const lineCacheEntries = 16_384;

const loaded = new Map<Encoding, Promise<Count>>();

/** Loads an encoding (about 165 ms and 70 MB), once a thread: who asks again shares the counts that are remembered. */
export function loadCount(encoding: Encoding): Promise<Count> {
  const known = loaded.get(encoding) ?? load(encoding);
  loaded.set(encoding, known);
  return known;
}

async function load(encoding: Encoding): Promise<Count> {
  const module = await importEncoding(encoding);
  module.setMergeCacheSize(mergeCacheEntries);
  const plain = { disallowedSpecial: new Set<string>() };
  return cached((text) => module.countTokens(text, plain));
}

function importEncoding(encoding: Encoding): Promise<EncodingModule> {
  switch (encoding) {
    case "o200k_base":
      return import("gpt-tokenizer/encoding/o200k_base");
    case "cl100k_base":
      return import("gpt-tokenizer/encoding/cl100k_base");
    case "o200k_harmony":
      return import("gpt-tokenizer/encoding/o200k_harmony");
    case "p50k_base":
      return import("gpt-tokenizer/encoding/p50k_base");
    case "r50k_base":
      return import("gpt-tokenizer/encoding/r50k_base");
  }
}

function cached(count: Count): Count {
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  return (text) => {
    const known = young.get(text) ?? old.get(text) ?? count(text);
    if (!young.has(text)) young.set(text, known);
    if (young.size >= lineCacheEntries) {
      old = young;
      young = new Map();
    }
    return known;
  };
}

// Counting tokens. Special-token text counts as plain text, counts are cached by line, and both caches are bounded:
// the tokenizer's own by setMergeCacheSize, ours by dropping the older half when it is full.

/** The encodings of `gpt-tokenizer` that can be chosen. */
export const encodings = ["o200k_base", "cl100k_base", "o200k_harmony", "p50k_base", "r50k_base"] as const;
export type Encoding = (typeof encodings)[number];

/** Counts the tokens of a text. */
export type Count = (text: string) => number;

/** Tokens by rank: text, or bytes where they are no UTF-8. */
export type Ranks = (string | number[])[];
export type ReadRanks = (encoding: Encoding) => Ranks;

interface EncodingModule {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
  setMergeCacheSize(entries: number): void;
}

/** Entries of the tokenizer's cache of merged words. */
const mergeCacheEntries = 10_000;
/** Lines whose count is remembered, at most twice this many. */
const lineCacheEntries = 16_384;

const loaded = new Map<Encoding, Promise<Count>>();

/**
 * Loads an encoding, once a thread: who asks again shares the counts that are remembered.
 * @param readRanks where its tokens come from; by default the tokenizer's own module (about 165 ms and 70 MB)
 */
export function loadCount(encoding: Encoding, readRanks?: ReadRanks): Promise<Count> {
  const known = loaded.get(encoding) ?? load(encoding, readRanks);
  loaded.set(encoding, known);
  return known;
}

async function load(encoding: Encoding, readRanks?: ReadRanks): Promise<Count> {
  const module = await (readRanks === undefined
    ? importEncoding(encoding)
    : createEncoding(encoding, readRanks(encoding)));
  module.setMergeCacheSize(mergeCacheEntries);
  const plain = { disallowedSpecial: new Set<string>() };
  return cached((text) => module.countTokens(text, plain));
}

async function createEncoding(encoding: Encoding, ranks: Ranks): Promise<EncodingModule> {
  const { GptEncoding } = await import("gpt-tokenizer/GptEncoding");
  return GptEncoding.getEncodingApi(encoding, () => ranks);
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

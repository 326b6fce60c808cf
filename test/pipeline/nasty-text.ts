// Texts that tokenizers and terminals stumble over: emoji, CJK, runs of one character, special tokens, white space of all
// kinds, marks that combine, halves of words.

import fc from "fast-check";

const piece = fc.oneof(
  fc.constantFrom(
    "the",
    "src",
    "fold.ts",
    "'s",
    "'re",
    "don't",
    "ELEVEN",
    "Straße",
    "naïve",
    "12",
    "23",
    "1234567",
    "3.14",
    "()",
    "//",
    "):",
    "…",
    "–",
    "⏎",
  ),
  fc.constantFrom("👩‍👩‍👧‍👦", "🙂", "🇩🇪", "👍🏽", "é", "e\u0301", "语言模型", "日本語", "한국어", "אבג", "ไทย", "𝒳"),
  fc.constantFrom("<|endoftext|>", "<|im_start|>", "<|endofprompt|>", "[INST]", "```", "<s>", "<|"),
  fc.constantFrom(
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "\u00a0",
    "\u2003",
    "\u3000",
    "\ufeff",
    "\u200b",
    "\u2028",
    "\u0085",
    "\u202e",
    "\u0007",
  ),
  fc
    .tuple(
      fc.constantFrom("=", "_", "-", "a", " ", "🙂", "語", "\u0301", ".", "/", "#"),
      fc.integer({ min: 2, max: 400 }),
    )
    .map(([c, n]) => c.repeat(n)),
  fc.string({ unit: "binary", maxLength: 6 }),
);

/** As a pulse may hold it: well-formed, not empty. */
export const nastyText: fc.Arbitrary<string> = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join("").toWellFormed());

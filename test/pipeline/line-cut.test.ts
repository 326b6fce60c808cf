// A line has at most 200 tokens with its newline; longer text is cut to a prefix of whole graphemes and an ellipsis.
// Field cases B05, C02 and C04.

import assert from "node:assert/strict";
import { test } from "node:test";
import { splitGraphemes } from "unicode-segmenter/grapheme";
import { fitLine, type Line, maxLineTokens } from "../../src/pipeline/line.js";
import { loadCount } from "../../src/pipeline/tokens.js";
import { linesOf, Timeline } from "./timeline.js";

const count = await loadCount("o200k_base");
const fit = (text: string, after = ""): Line => fitLine(text, (t) => `- p1 10:46 ${t}${after}\n`, count);

const family = "👨‍👩‍👧‍👦";
const long: Readonly<Record<string, string>> = {
  words: "lorem ipsum dolor ".repeat(300),
  "one character": "=".repeat(8_192),
  spaces: `a${" ".repeat(2_000)}b`,
  emoji: "🙂".repeat(2_000),
  families: family.repeat(300),
  CJK: "語言模型的上下文".repeat(300),
  "combining marks": "e\u0301".repeat(1_500),
  flags: "🇩🇪🇫🇷".repeat(400),
  Hangul: "각".repeat(1_000),
  "special tokens": "< |endoftext| > ".repeat(300),
  base64: "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo".repeat(100),
};

for (const [name, text] of Object.entries(long)) {
  test(`${name}: cut between graphemes, to as much as fits`, () => {
    const line = fit(text);
    assert.ok(line.tokens <= maxLineTokens, `${line.tokens} tokens`);
    assert.equal(line.tokens, count(line.text));
    assert.ok(line.text.endsWith("…\n"));
    const prefix = line.text.slice("- p1 10:46 ".length, -"…\n".length);
    const graphemes = [...splitGraphemes(text)];
    let length = 0;
    let whole = 0;
    while (length < prefix.length) length += (graphemes[whole++] as string).length;
    assert.equal(text.slice(0, length), prefix);
    const next = fitsWith(`${prefix}${graphemes[whole]}`);
    assert.ok(!next, "one more grapheme would have fitted");
  });
}

function fitsWith(prefix: string): boolean {
  return prefix.length < 1_024 && count(`- p1 10:46 ${prefix}…\n`) <= maxLineTokens;
}

test("1,024 units are whole, 1,025 are cut", () => {
  const of = (n: number) => "ab ".repeat(n).slice(0, n);
  const cheap = (text: string): Line =>
    fitLine(
      text,
      (t) => `${t}\n`,
      () => 1,
    );
  assert.equal(cheap(of(1_024)).text, `${of(1_024)}\n`);
  assert.equal(cheap(of(1_025)).text, `${of(1_023)}…\n`);
});

test("what stands after the text stays", () => {
  assert.match(fit("lorem ipsum dolor ".repeat(300), " (9 min)").text, /… \(9 min\)\n$/);
});

test("a grapheme longer than a line leaves the ellipsis alone", () => {
  assert.equal(fit(`e${"\u0301".repeat(3_000)}`).text, "- p1 10:46 …\n");
});

test("a cut leaves no half of a surrogate pair", () => {
  for (let pad = 0; pad < 4; pad++) assert.ok(fit("x".repeat(pad) + family.repeat(300)).text.isWellFormed());
});

test("a pulse of 8 KiB takes at most 200 tokens of a snapshot, in HISTORY as in NOW", () => {
  const timeline = new Timeline({}, count);
  timeline.say("10:46", `# ${"=".repeat(8_000)}`);
  for (const section of [timeline.tick("10:48"), timeline.tick("11:04")]) {
    const tokens = section.windows[0]?.sections.flatMap(({ items }) => items.map((item) => item.tokens)) ?? [];
    assert.equal(tokens.length, 1);
    assert.ok(
      tokens.every((n) => n > 20 && n <= 200),
      `${tokens}`,
    );
  }
});

test("the name of a source takes no more either: it is shortened in ref and text", () => {
  const timeline = new Timeline({}, count);
  for (let n = 0; n < 18; n++) timeline.say("10:46", { source: "🙂語".repeat(64), text: `line ${n}` });
  const snapshot = timeline.tick("10:48");
  const rest = linesOf(snapshot, "NOW").find((line) => line.includes("more from")) ?? "";
  assert.match(
    rest,
    /^- p1\.\.p2@(🙂語?)+… 10:46 2 more from (🙂語?)+…$|^- p1\.\.p2@(🙂語)+🙂?… 10:46 2 more from (🙂語)+🙂?…$/u,
  );
  assert.ok(count(`${rest}\n`) <= 200);
});

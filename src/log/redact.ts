// The redactor: keys, tokens and passwords become `[REDACTED:kind]` before anything is stored; the rest of the text
// keeps its shape. Linear in the text, deterministic, idempotent: rules are applied until nothing changes.
//
//   text ──scan for literals──none──▶ as it is
//             └─some─▶ the rules that have one ─▶ user's patterns ─▶ changed? again

import { literalScan } from "./literal-scan.js";
import { assignmentRules } from "./redact-assignments.js";
import { type CustomRedactor, compilePatterns } from "./redact-patterns.js";
import { markerOf, type RedactRule } from "./redact-rule.js";
import { tokenRules } from "./redact-tokens.js";

export type Redactor = (text: string) => string;

/** A text that still changes after so many rounds was made to do that; it goes whole. Real ones need two. */
const maxRounds = 8;

export const redactRules: readonly RedactRule[] = [...tokenRules, ...assignmentRules];
const scan = literalScan(redactRules.map((rule) => rule.literals));

/**
 * @param patterns the user's own, regular expressions without look-around and back references
 * @throws HeartbeatError HB_CONFIG that names a pattern which can't be used
 */
export async function createRedactor(patterns: readonly string[]): Promise<Redactor> {
  const custom = await compilePatterns(patterns);
  return (text) => settle(text, custom);
}

function settle(text: string, custom: CustomRedactor | null): string {
  let before = text;
  for (let round = 0; round < maxRounds; round++) {
    const ruled = applyRules(before);
    const after = custom === null ? ruled : custom(ruled);
    if (after === before) return after;
    before = after;
  }
  return markerOf("text");
}

const hits = new Uint8Array(redactRules.length);

function applyRules(text: string): string {
  if (!scan(text, hits)) return text;
  let result = text;
  for (const [index, rule] of redactRules.entries()) {
    if (hits[index] === 1) result = rule.apply(result);
  }
  hits.fill(0);
  return result;
}

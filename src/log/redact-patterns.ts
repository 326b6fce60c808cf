// The user's own patterns. They run in RE2's automaton, never in a backtracking engine: its time is linear in the text
// for any pattern, and what it can't do (back references, look-around) is refused when the daemon starts.

import { HeartbeatError } from "../errors.js";
import { markers } from "./redact-rule.js";

const maxPatternChars = 1_000;

/** Replaces what the user's patterns match by `[REDACTED:custom]`. */
export type CustomRedactor = (text: string) => string;

/** `null` without patterns. @throws HeartbeatError HB_CONFIG that names the pattern */
export async function compilePatterns(patterns: readonly string[]): Promise<CustomRedactor | null> {
  if (patterns.length === 0) return null;
  const { RE2JS } = await import("re2js");
  const compiled = patterns.map((pattern) => {
    if (pattern.length > maxPatternChars) {
      throw badPattern(pattern, `expected at most ${maxPatternChars} characters, ${pattern.length} came`);
    }
    try {
      const expression = RE2JS.compile(RE2JS.translateRegExp(pattern));
      if (!expression.test("")) return expression;
    } catch (error) {
      throw badPattern(pattern, error instanceof Error ? error.message : String(error), error);
    }
    throw badPattern(pattern, "it matches the empty text, so it would match everywhere");
  });
  const apply = (text: string): string => {
    let result = text;
    for (const expression of compiled) {
      if (expression.test(result))
        result = betweenMarkers(result, (part) => expression.matcher(part).replaceAll("[REDACTED:custom]"));
    }
    return result;
  };
  return apply;
}

/** What is redacted already is not looked at again: a pattern could match the marker itself. */
function betweenMarkers(text: string, redact: (part: string) => string): string {
  let result = "";
  let from = 0;
  for (const match of text.matchAll(markers)) {
    result += redact(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return result + redact(text.slice(from));
}

function badPattern(pattern: string, why: string, cause?: unknown): HeartbeatError {
  return new HeartbeatError("HB_CONFIG", `redact.patterns: ${JSON.stringify(pattern)} can't be used: ${why}`, {
    hint: "Patterns are regular expressions without back references and look-around (RE2).",
    cause,
  });
}

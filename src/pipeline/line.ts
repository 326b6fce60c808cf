// One line of a section: `- ref time text (9 min)\n`, at most 200 tokens with its newline.
// The text is cut to a grapheme prefix and `…` where it is longer than 1,024 UTF-16 units or the line has too many tokens.

import { splitGraphemes } from "unicode-segmenter/grapheme";
import type { Count } from "./tokens.js";

export const maxLineTokens = 200;
/** UTF-16 units of text in a line, `…` included. */
export const maxLineText = 1_024;

export interface Line {
  readonly text: string;
  readonly tokens: number;
}

/** @param render the line of a text, with its newline */
export function fitLine(text: string, render: (text: string) => string, count: Count): Line {
  if (text.length <= maxLineText) {
    const whole = render(text);
    const tokens = count(whole);
    if (tokens <= maxLineTokens) return { text: whole, tokens };
  }
  return longestPrefix(text, (prefix) => render(`${prefix}…`), count);
}

/** The longest grapheme prefix that fits, by binary search over the number of graphemes. */
function longestPrefix(text: string, render: (prefix: string) => string, count: Count): Line {
  const ends = graphemeEnds(text, maxLineText - 1);
  let low = 0;
  let high = ends.length - 1;
  let best = render("");
  let tokens = count(best);
  while (low <= high) {
    const middle = (low + high) >> 1;
    const line = render(text.slice(0, ends[middle]));
    const n = count(line);
    if (n <= maxLineTokens) {
      best = line;
      tokens = n;
      low = middle + 1;
    } else high = middle - 1;
  }
  return { text: best, tokens };
}

/** Ends of the graphemes of `text` that lie within `limit` units, ascending. */
function graphemeEnds(text: string, limit: number): readonly number[] {
  const ends: number[] = [];
  let end = 0;
  for (const grapheme of splitGraphemes(text)) {
    end += grapheme.length;
    if (end > limit) break;
    ends.push(end);
  }
  return ends;
}

// Shortens what is too long for a pulse, so that a long text is told in part rather than refused.

/** Largest text of a pulse, in bytes of UTF-8. */
export const maxTextBytes = 8192;

/** `text` if it fits, else as many whole graphemes as fit with a `…` behind them. */
export async function shortenText(text: string): Promise<string> {
  if (Buffer.byteLength(text) <= maxTextBytes) return text;
  const { splitGraphemes } = await import("unicode-segmenter/grapheme");
  // No UTF-16 unit is less than a byte: what lies further back can't fit.
  const head = text.slice(0, maxTextBytes);
  return `${prefix(splitGraphemes(head)) || prefix(head)}…`;
}

function prefix(parts: Iterable<string>): string {
  let room = maxTextBytes - Buffer.byteLength("…");
  let fits = "";
  for (const part of parts) {
    room -= Buffer.byteLength(part);
    if (room < 0) break;
    fits += part;
  }
  return fits;
}

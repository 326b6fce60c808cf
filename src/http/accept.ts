// Content negotiation for /now (RFC 9110, 12.5.1): JSON, unless Markdown is wanted more. Pure.

/** True when `text/markdown` has a higher quality than `application/json`. */
export function prefersMarkdown(accept: string | undefined): boolean {
  const wanted = accept?.toLowerCase();
  if (!wanted?.includes("text/")) return false;
  const ranges = wanted.split(",").map(parseRange);
  return quality(ranges, "text", "markdown") > quality(ranges, "application", "json");
}

interface MediaRange {
  readonly name: string;
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [name = "", ...parameters] = text.split(";").map((part) => part.trim());
  const q = parameters.find((parameter) => parameter.startsWith("q="));
  const value = q === undefined ? 1 : Number(q.slice(2));
  return { name, quality: value >= 0 && value <= 1 ? value : 0 };
}

/** Of the ranges that match, the most specific counts. */
function quality(ranges: readonly MediaRange[], type: string, subtype: string): number {
  for (const name of [`${type}/${subtype}`, `${type}/*`, "*/*"]) {
    const range = ranges.find((candidate) => candidate.name === name);
    if (range !== undefined) return range.quality;
  }
  return 0;
}

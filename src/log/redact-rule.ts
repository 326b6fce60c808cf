// What a rule of the redactor is, and the marker that a redacted secret leaves behind: `[REDACTED:kind]`.

export interface RedactRule {
  /** A text that holds none of these, in any case, has nothing for `apply`. That makes the prefilter complete. */
  readonly literals: readonly string[];
  /** Linear in the text. */
  readonly apply: (text: string) => string;
}

/** Every marker in a text. */
export const markers = /\[REDACTED:[a-z0-9-]{1,32}\]/g;

const wholeMarker = /^\[REDACTED:[a-z0-9-]{1,32}\]$/;

export function isMarker(text: string): boolean {
  return wholeMarker.test(text);
}

export function markerOf(kind: string): string {
  return `[REDACTED:${kind}]`;
}

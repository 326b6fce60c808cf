// Pulse text is data, never structure or instruction: it is made harmless where it is rendered.
// Line breaks become ` ⏎ `, control and bidi characters go, and tokens that models or Markdown read as structure are
// broken by a space, again until none is left. What comes out of it comes out unchanged when put in again.

/** CRLF first, so that it is one break. */
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
/** C0 and C1 controls, and the marks, embeddings, overrides and isolates that turn the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** What a model's chat template or a Markdown fence would read as structure. */
const structure = /<\||\|>|\[INST|\[\/INST|<s>|<\/s>|<start_of_turn>|<end_of_turn>|```|~~~/g;

/** The same, for a line: never empty. */
export function visibleText(text: string): string {
  return safeText(text) || "…";
}

export function safeText(text: string): string {
  let safe = text.replace(/\t/g, " ").replace(lineBreaks, " ⏎ ").replace(controls, "").trim();
  for (;;) {
    const broken = safe.replace(structure, (token) => `${token[0]} ${token.slice(1)}`);
    if (broken === safe) return safe;
    safe = broken;
  }
}

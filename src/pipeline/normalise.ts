// What only flickers in a title is normalised away, so that it is the same line: spinners, unsaved marks, counters in
// brackets, percentages and clock times. Nothing else: `PR #12` is not `PR #13`.

const spinners = /[\u2800-\u28ff]/g;
const lonelySpinner = /(?<!\S)[|/\\-](?!\S)/g;
/** At the start, or right after a leading `App: `. */
const unsavedMark = /^([^:]{1,31}: )?\s*[●*]\s*/u;
const counters = /\(\d+\)/g;
const percentages = /(?<![\p{L}\p{N}.,])\d+(?:\.\d+)? ?%/gu;
const clockTimes = /(?<![\p{L}\p{N}_:])\d{1,2}:\d{2}(?::\d{2})?(?![\p{L}\p{N}_:])/gu;

/** Longest normalised text that is kept as it is; a longer one is told apart by its length and a hash of the whole. */
const keptLength = 1_024;

/** The saying of a text: two texts with the same one say the same. Never empty for a text that has a visible character. */
export function normalise(text: string): string {
  const bare = text
    .replace(spinners, " ")
    .replace(unsavedMark, "$1")
    .replace(counters, " ")
    .replace(percentages, " ")
    .replace(clockTimes, " ")
    .replace(lonelySpinner, " ")
    .replace(/\s+/g, " ")
    .trim();
  const said = bare === "" ? text.trim() : bare;
  return said.length <= keptLength ? said : `${said.slice(0, keptLength)} ${said.length} ${fnv1a(said)}`;
}

/** 32-bit FNV-1a over UTF-16 units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

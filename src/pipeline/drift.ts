// Drift: how much of a snapshot is not what the one before it was, by whole line within a section, headings apart.

import type { LastShown, ShownLine } from "./state.js";

export interface SectionDrift {
  /** Tokens of lines that are new, gone, and in both. */
  readonly added: number;
  readonly removed: number;
  readonly kept: number;
}

export interface Drift extends SectionDrift {
  /** Ordinal of the snapshot before; `null` for the first. */
  readonly since: number | null;
  /** 1 − 2·kept / (before + after): 0 nothing changed, 1 nothing stayed; 0 if both are empty. */
  readonly ratio: number;
  /** Tokens of the leading lines of the text that are equal, headings included. */
  readonly prefixTokens: number;
  /** In the order of the text. */
  readonly sections: readonly SectionDrift[];
}

/** @param before what the window showed last, `undefined` if nothing */
export function driftOf(before: LastShown | undefined, after: Omit<LastShown, "ordinal">): Drift {
  const sections = after.sections.map((lines, i) => sectionDrift(before?.sections[i] ?? [], lines));
  const total = sections.reduce(add, { added: 0, removed: 0, kept: 0 });
  const all = total.added + total.removed + 2 * total.kept;
  return {
    since: before?.ordinal ?? null,
    ...total,
    ratio: all === 0 ? 0 : 1 - (2 * total.kept) / all,
    prefixTokens: before === undefined ? 0 : prefixTokens(textLines(before), textLines(after)),
    sections,
  };
}

function sectionDrift(before: readonly ShownLine[], after: readonly ShownLine[]): SectionDrift {
  const left = new Map<string, number>();
  for (const { text } of before) left.set(text, (left.get(text) ?? 0) + 1);
  let kept = 0;
  let added = 0;
  let removed = 0;
  for (const { text, tokens } of after) {
    const n = left.get(text) ?? 0;
    if (n > 0) {
      left.set(text, n - 1);
      kept += tokens;
    } else added += tokens;
  }
  for (const { text, tokens } of before) {
    const n = left.get(text) ?? 0;
    if (n === 0) continue;
    left.set(text, n - 1);
    removed += tokens;
  }
  return { added, removed, kept };
}

function add(a: SectionDrift, b: SectionDrift): SectionDrift {
  return { added: a.added + b.added, removed: a.removed + b.removed, kept: a.kept + b.kept };
}

/** Every line of the text, in its order. */
function textLines({ headings, sections }: Omit<LastShown, "ordinal">): readonly ShownLine[] {
  return sections.flatMap((lines, i) => {
    const heading = headings[i];
    return heading ? [heading, ...lines] : lines;
  });
}

function prefixTokens(before: readonly ShownLine[], after: readonly ShownLine[]): number {
  let tokens = 0;
  for (const [i, line] of after.entries()) {
    if (before[i]?.text !== line.text) break;
    tokens += line.tokens;
  }
  return tokens;
}

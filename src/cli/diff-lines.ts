// Two snapshots by the lines they differ by, section by section. Pure.

import { type Drift, driftOf } from "../pipeline/drift.js";
import type { WireSnapshot } from "../pipeline/wire.js";

export interface SnapshotDiff {
  readonly a: string;
  readonly b: string;
  readonly drift: Omit<Drift, "sections" | "since" | "prefixTokens">;
  /** Lines as they stand in the text, without their newline. */
  readonly sections: readonly {
    readonly name: string;
    readonly removed: readonly string[];
    readonly added: readonly string[];
  }[];
}

export function diffOf(a: WireSnapshot, b: WireSnapshot): SnapshotDiff {
  const shown = ({ ordinal, sections }: WireSnapshot) => ({
    ordinal,
    headings: [],
    sections: sections.map(({ items }) => items),
  });
  const { added, removed, kept, ratio } = driftOf(shown(a), shown(b));
  return {
    a: a.id,
    b: b.id,
    drift: { added, removed, kept, ratio },
    sections: b.sections.map(({ name, items }, i) => ({
      name,
      removed: beyond(linesOf(a.sections[i]?.items ?? []), linesOf(items)),
      added: beyond(linesOf(items), linesOf(a.sections[i]?.items ?? [])),
    })),
  };
}

export function diffLines({ a, b, drift, sections }: SnapshotDiff): string[] {
  const { added, removed, kept, ratio } = drift;
  return [
    `${a} → ${b}: drift ${Math.round(ratio * 100)} %; tokens: ${added} added, ${removed} removed, ${kept} kept`,
    ...sections.flatMap((section) => {
      const lines = [
        ...section.removed.map((line) => `- ${bare(line)}`),
        ...section.added.map((line) => `+ ${bare(line)}`),
      ];
      return lines.length === 0 ? [] : [`# ${section.name}`, ...lines];
    }),
  ];
}

function linesOf(items: readonly { readonly text: string }[]): string[] {
  return items.map(({ text }) => text.trimEnd());
}

/** The lines of `these` that `those` has not, as often as it has them more often. */
function beyond(these: readonly string[], those: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of those) left.set(line, (left.get(line) ?? 0) + 1);
  return these.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** Without its bullet: what stands before it says whether it came or went. */
function bare(line: string): string {
  return line.slice(2);
}

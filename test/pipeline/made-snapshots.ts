// Snapshots as fast-check makes them: any items in any sections, with numbers that need not fit each other. Only what
// the type of a snapshot promises holds: lines of items, headings that begin with `# `, times in RFC 3339.

import fc from "fast-check";
import type { DeltaTick } from "../../src/pipeline/delta.js";
import type { ShownItem, Snapshot, WindowSnapshot } from "../../src/pipeline/snapshot.js";

const instant = fc.integer({ min: Date.UTC(2026, 2, 12), max: Date.UTC(2026, 2, 15) });
const number = fc.integer({ min: 0, max: 5_000 });
const words = fc.oneof(
  fc.constantFrom("", "Stand-up", "Code: fold.ts", "ran `npm test`: failed (2×)", "🙂 ⏎ x", "commit 7 (3 min)"),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll("\n", "")),
);
const pulseRef = fc.integer({ min: 1, max: 40 }).map((seq) => `p${seq}`);
const beatRef = fc.integer({ min: 1, max: 40 }).map((n) => `b${n}`);
const ref = fc.oneof(
  { weight: 4, arbitrary: pulseRef },
  beatRef,
  fc.constantFrom("i1", "p2..p90@window", "p07", "b", "p1..p2@a b"),
);
const refs = fc.oneof(
  fc.array(ref, { minLength: 1, maxLength: 5 }),
  fc.tuple(beatRef, fc.array(pulseRef, { minLength: 1, maxLength: 5 })).map(([own, drawn]) => [own, ...drawn]),
);
const rule = fc.constantFrom(
  "intention.file",
  "projection.future",
  "now.interval",
  "now.state",
  "now.recent",
  "history.past",
);
const optional = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });
const tail = fc.constantFrom("\n", " (2×)\n", " (1 min)\n");
const time = fc.constantFrom("", "10:46 ", "since 10:46 ", "Fri 13 Mar 10:46 ");

const item: fc.Arbitrary<ShownItem> = fc
  .record({
    refs,
    time,
    words,
    tail,
    tokens: number,
    rule,
    importance: fc.integer({ min: 0, max: 100 }),
    from: optional(instant),
    until: optional(instant),
    count: optional(fc.integer({ min: 2, max: 9 })),
    active: optional(fc.integer({ min: 1, max: 200 })),
    level: optional(fc.constantFrom("block", "hour", "day", "month", "older")),
  })
  .map((made) => ({
    text:
      made.rule === "intention.file" ? `- ${made.words}\n` : `- ${made.refs[0]} ${made.time}${made.words}${made.tail}`,
    tokens: made.tokens,
    refs: made.refs,
    rule: made.rule,
    importance: made.importance / 100,
    ...(made.from !== undefined && { from: new Date(made.from).toISOString() }),
    ...(made.until !== undefined && { until: new Date(made.until).toISOString() }),
    ...(made.count !== undefined && { count: made.count }),
    ...(made.active !== undefined && { active: made.active }),
    ...(made.level !== undefined && { level: made.level }),
  }));

const heading = fc.constantFrom("", "usual", "# ANOTHER\n");
const names = ["INTENTION", "HISTORY", "PROJECTION", "NOW"] as const;
const sectionDrift = fc.record({ added: number, removed: number, kept: number });

/** A window over items that the sequence shares, so that they come again. */
function windowOf(pool: readonly ShownItem[]): fc.Arbitrary<WindowSnapshot> {
  const section = fc.record({
    heading,
    items: pool.length === 0 ? fc.constant<ShownItem[]>([]) : fc.array(fc.constantFrom(...pool), { maxLength: 6 }),
    numbers: fc.array(number, { minLength: 6, maxLength: 6 }),
    boundary: fc.option(ref),
  });
  return fc
    .record({
      window: fc.constantFrom(1_024, 8_192, 32_768),
      tokens: number,
      overBudget: fc.boolean(),
      sections: fc.tuple(section, section, section, section),
      drift: fc.record({
        since: fc.option(number),
        added: number,
        removed: number,
        kept: number,
        ratio: fc.double({ min: 0, max: 1, noNaN: true }),
        prefixTokens: number,
        sections: fc.array(sectionDrift, { minLength: 4, maxLength: 4 }),
      }),
    })
    .map(({ window, tokens, overBudget, sections, drift }) => ({
      window,
      cap: Math.floor((4 * window) / 5),
      tokens,
      overBudget,
      sections: sections.map(({ items, numbers, boundary }, i) => {
        const [share, need, allotted, used, trimmedItems, trimmedTokens] = numbers as [
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        const trimmed = { items: trimmedItems, tokens: trimmedTokens, boundary };
        return { name: names[i] as (typeof names)[number], share, need, allotted, tokens: used, items, trimmed };
      }),
      text: sections
        .map((of, i) => headingOf(of.heading, of.items, names[i] as string) + of.items.map(({ text }) => text).join(""))
        .join(""),
      drift,
    }));
}

/** An empty section has its usual heading or none. */
function headingOf(kind: string, items: readonly ShownItem[], name: string): string {
  if (kind === "usual") return `# ${name}\n`;
  return items.length === 0 ? "" : kind;
}

/** Snapshots with their ticks, in the order of a log. */
export const sequence: fc.Arbitrary<readonly { readonly tick: DeltaTick; readonly snapshot: Snapshot }[]> = fc
  .array(item, { maxLength: 12 })
  .chain((pool) =>
    fc.array(
      fc.record({
        instant,
        zone: fc.constantFrom("UTC", "Europe/Berlin"),
        minutes: fc.constantFrom(0, 60, -210),
        windows: fc.array(windowOf(pool), { minLength: 1, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map((made) =>
    made.map(({ instant: at, zone, minutes, windows }, i) => ({
      tick: { ordinal: i + 1, instant: at, zone, offsets: [{ at: 0, minutes }] },
      snapshot: { windows },
    })),
  );

// Assembly of one window: needs → allotments → what is shown → text. Pure arithmetic over lines counted once.

import { allot, capOf, type Sections, sharesOf } from "./budget.js";
import { type Candidate, type Candidates, inText } from "./candidates.js";
import type { Line } from "./line.js";
import type { Place } from "./score.js";
import type { Section, SectionName, WindowSnapshot } from "./snapshot.js";
import type { FoldSettings } from "./tick.js";
import { cutHistory, longestRun, tokensOf } from "./trim.js";

export type Headings = Sections<Line>;

export interface Assembled {
  readonly snapshot: Omit<WindowSnapshot, "drift">;
  readonly lines: readonly Place[];
  /** Headings that stand in the text, in its order; `null` for one that does not. */
  readonly headings: readonly (Line | null)[];
}

/**
 * @param lines where the cut lines of this window stood, `undefined` for a new one
 * @param smaller where those of the next smaller window stand now
 */
export function assemble(
  window: number,
  shares: FoldSettings["shares"],
  candidates: Candidates,
  headings: Headings,
  lines: readonly Place[] | undefined,
  smaller: readonly Place[] | undefined,
): Assembled {
  const cap = capOf(window);
  const share = sharesOf(cap, shares);
  const history = candidates.history.flat();
  const need: Sections<number> = {
    intention: needOf(candidates.intention, headings.intention),
    history: needOf(history, headings.history),
    projection: needOf(candidates.projection, headings.projection),
    now: headings.now.tokens + tokensOf(candidates.now),
  };
  const overBudget = need.intention > cap;
  const allotted = allot(cap, need, share);
  const cut = cutHistory(candidates.history, allotted.history - headings.history.tokens, lines, smaller);
  const parts: Sections<Part> = {
    intention: { items: candidates.intention, shown: candidates.intention },
    history: { items: history, shown: cut.shown },
    projection: run(candidates.projection, allotted.projection - headings.projection.tokens),
    now: run(candidates.now, allotted.now - headings.now.tokens),
  };
  const hasNow = !overBudget && allotted.now >= headings.now.tokens;
  const section = (name: SectionName, of: keyof Sections<unknown>, standsAlone: boolean): Built =>
    build(name, parts[of], headings[of], standsAlone, { share: share[of], need: need[of], allotted: allotted[of] });
  const built = [
    section("INTENTION", "intention", false),
    section("HISTORY", "history", false),
    section("PROJECTION", "projection", false),
    section("NOW", "now", hasNow),
  ];
  const sections = built.map((b) => b.section);
  return {
    snapshot: {
      window,
      cap,
      tokens: sections.reduce((sum, { tokens }) => sum + tokens, 0),
      overBudget,
      sections,
      text: built.map((b) => (b.heading?.text ?? "") + b.section.items.map(({ text }) => text).join("")).join(""),
    },
    lines: cut.lines,
    headings: built.map((b) => b.heading),
  };
}

interface Part {
  readonly items: readonly Candidate[];
  readonly shown: readonly Candidate[];
}

interface Built {
  readonly section: Section;
  readonly heading: Line | null;
}

function needOf(items: readonly Candidate[], heading: Line): number {
  return items.length === 0 ? 0 : heading.tokens + tokensOf(items);
}

function run(items: readonly Candidate[], tokens: number): Part {
  return { items, shown: longestRun(items, tokens) };
}

function build(
  name: SectionName,
  { items, shown }: Part,
  heading: Line,
  standsAlone: boolean,
  budget: Pick<Section, "share" | "need" | "allotted">,
): Built {
  const isShown = new Set(shown);
  const hasHeading = shown.length > 0 || standsAlone;
  const inOrder = name === "INTENTION" ? shown : [...shown].sort(inText);
  return {
    heading: hasHeading ? heading : null,
    section: {
      name,
      ...budget,
      tokens: tokensOf(shown) + (hasHeading ? heading.tokens : 0),
      items: inOrder.map(({ show }) => show()),
      trimmed: {
        items: items.length - shown.length,
        tokens: tokensOf(items) - tokensOf(shown),
        boundary: items.find((item) => !isShown.has(item))?.ref ?? null,
      },
    },
  };
}

// The budget: what each section is allotted of a window, from needs alone, never from what was used after cutting.
// Order of what goes first: PROJECTION above its share, HISTORY above its share, PROJECTION, HISTORY, NOW.

import type { FoldSettings } from "./tick.js";

/** One value a section. */
export interface Sections<T> {
  readonly intention: T;
  readonly history: T;
  readonly projection: T;
  readonly now: T;
}

/** Tokens a snapshot may have in a window of `window` tokens; the rest is for the interaction. */
export function capOf(window: number): number {
  return Math.floor((4 * window) / 5);
}

/** Nominal share of each section in tokens: its per mille as a part of the cap, rounded down. */
export function sharesOf(cap: number, shares: FoldSettings["shares"]): Sections<number> {
  const sum = shares.intention + shares.now + shares.history + shares.projection;
  const share = (perMille: number): number => Math.floor((cap * perMille) / sum);
  return {
    intention: share(shares.intention),
    history: share(shares.history),
    projection: share(shares.projection),
    now: share(shares.now),
  };
}

/** @param need tokens each section would take untrimmed, heading included */
export function allot(cap: number, need: Sections<number>, share: Sections<number>): Sections<number> {
  const afterIntention = Math.max(0, cap - need.intention);
  const now = Math.min(need.now, afterIntention);
  const rest = afterIntention - now;
  const history = Math.min(
    need.history,
    Math.max(Math.min(share.history, rest), rest - Math.min(need.projection, share.projection)),
  );
  return { intention: need.intention, now, history, projection: Math.min(need.projection, rest - history) };
}

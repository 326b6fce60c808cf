// Where each open line belongs at a tick, and by which rule. First match wins; the rule is kept with the line.
//
//   projection.future   t > tick
//   now.interval        t ≤ tick < until
//   now.state           what its key says now, said within stateTtl
//   now.recent          ended in this block or the one before
//   history.past        everything else

import { blockOf } from "./beat-clock.js";
import type { Item, Rest, State } from "./state.js";
import type { Tick } from "./tick.js";

export type Rule =
  | "intention.file"
  | "projection.future"
  | "now.interval"
  | "now.state"
  | "now.recent"
  | "history.past";

export type LineRule = Exclude<Rule, "intention.file">;

/** An open line and the rule that places it. */
export type Placed =
  | { readonly rule: LineRule; readonly item: Item; readonly rest?: never }
  | { readonly rule: LineRule; readonly rest: Rest; readonly item?: never };

/** Every open line of the state, each once, in no order. */
export function classify(state: State, tick: Tick): Placed[] {
  const placed: Placed[] = state.announced.map((item) => ({ rule: ruleOf(item, tick, state.stateTtlMs), item }));
  for (const source of state.sources.values()) {
    for (const { item } of source.keys.values()) {
      if (item?.held && !item.announced) placed.push({ rule: ruleOf(item, tick, state.stateTtlMs), item });
    }
    for (const { items, rest } of source.buckets.values()) {
      for (const item of items) placed.push({ rule: ruleOf(item, tick, state.stateTtlMs), item });
      if (rest !== null) placed.push({ rule: restRule(rest, tick), rest });
    }
  }
  return placed;
}

export function ruleOf(item: Item, tick: Tick, stateTtlMs: number): LineRule {
  if (item.announced && item.begin > tick.instant) return "projection.future";
  if (item.type === "beat") return "history.past";
  if (item.until !== null && tick.instant < item.until) return "now.interval";
  if (item.held && Math.abs(tick.instant - item.lastSaid) <= stateTtlMs) return "now.state";
  return isRecent(item.end, tick) ? "now.recent" : "history.past";
}

export function restRule({ until, end }: Rest, tick: Tick): LineRule {
  if (until !== null && tick.instant < until) return "now.interval";
  return isRecent(end, tick) ? "now.recent" : "history.past";
}

/** In the tick's block or the one before; what a wrong clock placed later is past. */
function isRecent(end: number, tick: Tick): boolean {
  const blocks = blockOf(tick.instant) - blockOf(end);
  return blocks === 0 || blocks === 1;
}

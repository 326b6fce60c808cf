// Takes what was forgotten out of what is kept of a tick: the lines of a snapshot and of a state. A line that was drawn
// from several pulses goes whole; its ref, its times and its place stay.

import { decodeState, encodeState } from "./checkpoint.js";
import { lineWith, partsOf } from "./delta-item.js";
import { forgottenSaying, forgottenText } from "./forgotten.js";
import type { ForgottenLines } from "./forgotten-lines.js";
import { LineTimes } from "./line-times.js";
import type { Section, ShownItem, Snapshot, WindowSnapshot } from "./snapshot.js";
import type { Item, LastShown, State } from "./state.js";
import type { Tick } from "./tick.js";
import type { Count } from "./tokens.js";

/** @returns `null` where nothing of it is to be forgotten */
export function forgetInSnapshot(
  { windows }: Snapshot,
  tick: Tick,
  gone: ForgottenLines,
  count: Count,
): Snapshot | null {
  const times = new LineTimes(tick);
  let any = false;
  const erase = (item: ShownItem): ShownItem => {
    if (item.rule === "intention.file" || !isGone(item, tick, times, gone)) return item;
    const text = lineWith(forgottenText, item, times);
    if (text === item.text) return item;
    any = true;
    return { ...item, text, tokens: count(text) };
  };
  const erased = windows.map((window) => forgetInWindow(window, erase));
  return any ? { windows: erased } : null;
}

function isGone(item: ShownItem, { instant }: Tick, times: LineTimes, gone: ForgottenLines): boolean {
  if (item.refs.some((ref) => gone.holds(ref))) return true;
  const [from, until] = [Date.parse(item.from ?? ""), item.until === undefined ? instant : Date.parse(item.until)];
  return gone.saidWords(partsOf(item, times).words, from, until);
}

function forgetInWindow(window: WindowSnapshot, erase: (item: ShownItem) => ShownItem): WindowSnapshot {
  let { text } = window;
  let at = 0;
  const sections = window.sections.map((section): Section => {
    const items = section.items.map((item) => {
      const erased = erase(item);
      at = text.indexOf(item.text, at);
      text = text.slice(0, at) + erased.text + text.slice(at + item.text.length);
      at += erased.text.length;
      return erased;
    });
    return { ...section, items, tokens: section.tokens + tokensOf(items) - tokensOf(section.items) };
  });
  const more = sections.reduce((sum, { tokens }, i) => sum + tokens - (window.sections[i] as Section).tokens, 0);
  return { ...window, sections, text, tokens: window.tokens + more };
}

function tokensOf(items: readonly ShownItem[]): number {
  return items.reduce((sum, { tokens }) => sum + tokens, 0);
}

/**
 * A state as a checkpoint holds it.
 * @param shown what a snapshot's window shows, after it was erased; `undefined` where that can't be read
 * @returns `undefined` for a checkpoint of another version
 */
export function forgetInState(
  text: string,
  gone: ForgottenLines,
  shown: (ordinal: number, window: number) => WindowSnapshot | undefined,
): string | undefined {
  const state = decodeState(text);
  if (state === undefined) return undefined;
  state.beats = state.beats.map((beat) => {
    const { source, saying, from, until, refs, more } = beat;
    const number = more ? undefined : (gone.numberOf(source, saying, from, until) ?? numberOfRefs(refs, gone));
    return number === undefined ? beat : { ...beat, text: forgottenText, saying: forgottenSaying(number) };
  });
  for (const item of state.announced) forgetItem(item, gone);
  for (const [name, source] of state.sources) {
    for (const { items } of source.buckets.values()) for (const item of items) forgetItem(item, gone);
    for (const current of source.keys.values()) {
      if (current.item !== null) forgetItem(current.item, gone);
      if (current.saying === null) continue;
      const number = gone.numberOf(name, current.saying, current.time, Math.max(current.last, current.lastSaid));
      const own = current.ref === null ? undefined : gone.said.get(current.ref);
      if ((number ?? own) !== undefined) current.saying = forgottenSaying((number ?? own) as number);
    }
  }
  for (const [window, last] of state.lastShown) state.lastShown.set(window, linesOf(last, shown(last.ordinal, window)));
  return encodeState(state satisfies State);
}

function forgetItem(item: Item, gone: ForgottenLines): void {
  const { source, saying, begin, end, last } = item;
  const number = gone.numberOf(source, saying, begin, Math.max(end, last)) ?? gone.said.get(item.ref);
  if (number === undefined) return;
  Object.assign(item, { text: forgottenText, saying: forgottenSaying(number) } satisfies Partial<Item>);
}

function numberOfRefs(refs: readonly string[], gone: ForgottenLines): number | undefined {
  const ref = refs.find((one) => gone.holds(one));
  return ref === undefined ? undefined : gone.said.get(Number(ref.slice(1)));
}

/** What was shown last, as the snapshot shows it now. */
function linesOf(last: LastShown, window: WindowSnapshot | undefined): LastShown {
  const sections = last.sections.map((_, i) =>
    (window?.sections[i]?.items ?? []).map(({ text, tokens }) => ({ text, tokens })),
  );
  return { ...last, sections };
}

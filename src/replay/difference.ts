// Names the first difference between a snapshot as it was stored and as it was recomputed.

import type { Section, Snapshot, WindowSnapshot } from "../pipeline/snapshot.js";

/** @returns `window 8192, HISTORY, item 3: stored …, recomputed …`; `null` where the content is the same */
export function firstDifference(stored: Snapshot, made: Snapshot): string | null {
  const [before, after] = [ascending(stored), ascending(made)];
  const [windows, others] = [before, after].map((all) => all.map(({ window }) => window).join(", "));
  if (windows !== others) return says("windows", windows, others);
  for (const [index, window] of before.entries()) {
    const found = inWindow(window, after[index] as WindowSnapshot);
    if (found !== null) return `window ${window.window}, ${found}`;
  }
  return null;
}

function inWindow(stored: WindowSnapshot, made: WindowSnapshot): string | null {
  for (const [index, section] of stored.sections.entries()) {
    const found = inSection(section, made.sections[index] as Section);
    if (found !== null) return `${section.name}, ${found}`;
  }
  if (stored.text === made.text) return null;
  const [before, after] = [stored.text.split("\n"), made.text.split("\n")];
  const at = before.findIndex((line, index) => line !== after[index]);
  return at < 0 ? says("text", before.length, after.length) : says(`line ${at + 1}`, before[at], after[at]);
}

function inSection({ items: stored }: Section, { items: made }: Section): string | null {
  for (let index = 0; index < Math.max(stored.length, made.length); index++) {
    const [before, after] = [stored[index], made[index]];
    const name = `item ${index + 1}`;
    if (before === undefined || after === undefined || before.text !== after.text) {
      return says(name, before?.text, after?.text);
    }
    const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof typeof before>;
    for (const field of fields) {
      const [one, other] = [before[field], after[field]];
      if (JSON.stringify(one) !== JSON.stringify(other))
        return says(`${name} (${before.text.trim()}), ${field}`, one, other);
    }
  }
  return null;
}

function says(where: string, stored: unknown, made: unknown): string {
  return `${where}: stored ${show(stored)}, recomputed ${show(made)}`;
}

function show(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}

function ascending({ windows }: Snapshot): readonly WindowSnapshot[] {
  return [...windows].sort((a, b) => a.window - b.window);
}

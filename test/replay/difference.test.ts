// The first difference between what was stored and what was recomputed, by window, section and item.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Snapshot, WindowSnapshot } from "../../src/pipeline/snapshot.js";
import { firstDifference } from "../../src/replay/difference.js";

type Shown = WindowSnapshot["sections"][number]["items"][number];

function item(text: string, more: Partial<Shown> = {}): Shown {
  return { text: `- ${text}\n`, refs: [text], tokens: 4, rule: "now.recent", importance: 0.5, ...more } as Shown;
}

function snapshot(now: readonly Shown[], { window = 8_192, heading = "# NOW 10:00" } = {}): Snapshot {
  const sections = (["INTENTION", "HISTORY", "PROJECTION", "NOW"] as const).map((name) => ({
    name,
    items: name === "NOW" ? now : [item("same")],
  }));
  const text = `${heading}\n${now.map((one) => one.text).join("")}`;
  return { windows: [{ window, sections, text } as unknown as WindowSnapshot] };
}

test("what differs first is named; where nothing does there is nothing to name", () => {
  const stored = snapshot([item("p1"), item("p2", { until: "2026-03-13T10:00:00.000Z" } as Partial<Shown>)]);
  const table: [made: Snapshot, expected: string | null][] = [
    [structuredClone(stored), null],
    [snapshot([item("p1"), item("p3")]), 'window 8192, NOW, item 2: stored "- p2\\n", recomputed "- p3\\n"'],
    [snapshot([item("p1")]), 'window 8192, NOW, item 2: stored "- p2\\n", recomputed none'],
    [
      snapshot([item("p1"), item("p2")]),
      'window 8192, NOW, item 2 (- p2), until: stored "2026-03-13T10:00:00.000Z", recomputed none',
    ],
    [
      snapshot([item("p1", { importance: 0.6 })]),
      "window 8192, NOW, item 1 (- p1), importance: stored 0.5, recomputed 0.6",
    ],
    [
      snapshot(stored.windows[0]?.sections[3]?.items ?? [], { heading: "# NOW 10:08" }),
      'window 8192, line 1: stored "# NOW 10:00", recomputed "# NOW 10:08"',
    ],
    [snapshot([], { window: 4_096 }), 'windows: stored "8192", recomputed "4096"'],
  ];
  for (const [made, expected] of table) assert.equal(firstDifference(stored, made), expected);
});

test("the smallest window that differs is named, in whatever order they are configured", () => {
  const both = (small: string): Snapshot => ({
    windows: [...snapshot([item(`large ${small}`)]).windows, ...snapshot([item(small)], { window: 1_024 }).windows],
  });
  assert.match(firstDifference(both("p1"), both("p2")) ?? "", /^window 1024, NOW, item 1/);
});

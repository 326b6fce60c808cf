// A day's beats as a table for people: local time, tokens per section, what was trimmed, drift as a bar. Pure.

import type { BeatRow } from "../actors/query/protocol.js";

export interface ListedDay {
  /** Local. */
  readonly date: string;
  readonly zone: string | null;
  readonly beats: readonly BeatRow[];
}

const barCells = 8;
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;
const head = ["local", "beat", "tokens", "INTENTION", "HISTORY", "PROJECTION", "NOW", "trimmed", "drift"] as const;

export function dayLines({ date, zone, beats }: ListedDay): string[] {
  if (beats.length === 0) return [`${date}: no beats`];
  const rows = beats.map(cellsOf);
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((cells) => (cells[i] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (isLeft(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  return [
    `${date}${zone === null ? "" : ` ${zone}`}, ${beats.length} ${beats.length === 1 ? "beat" : "beats"}`,
    line(head),
    ...beats.flatMap((beat, i) => [...between(beat), line(rows[i] ?? [])]),
  ];
}

function cellsOf({ local, id, tokens, sections, drift, overBudget }: BeatRow): string[] {
  const trimmed = sections.reduce((sum, section) => sum + section.trimmed, 0);
  return [
    local.slice(11, 16),
    id,
    `${tokens}${overBudget ? "!" : ""}`,
    ...sections.map((section) => String(section.tokens)),
    String(trimmed),
    `${bar(drift.ratio)} ${Math.round(drift.ratio * 100)} %`,
  ];
}

/** Names and bars begin at the left, numbers end at the right. */
function isLeft(column: number): boolean {
  return column < 2 || column === head.length - 1;
}

/** What lay between a beat and the one before. */
function between({ gap, clockStep }: BeatRow): string[] {
  return [
    ...(gap === undefined ? [] : [`       no beats from ${gap.from} to ${gap.to}: ${gap.reason}`]),
    ...(clockStep === undefined ? [] : [`       the clock was set back from ${clockStep.from} to ${clockStep.to}`]),
  ];
}

/** A share of 0–1 in eighths of a cell; what is not nothing is seen. */
function bar(share: number): string {
  const filled = share === 0 ? 0 : Math.max(1, Math.round(share * barCells * 8));
  return ("█".repeat(filled >> 3) + (eighths[filled & 7] ?? "")).padEnd(barCells, "·");
}

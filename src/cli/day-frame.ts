// One beat as a person sees it in a terminal: the four sections as bars, what was trimmed, drift, the text of /now.

import type { Section, WindowSnapshot } from "../pipeline/snapshot.js";

export interface FrameOptions {
  /** Columns, at least 60. */
  readonly width: number;
  /** Rows; the oldest lines of HISTORY give way first. */
  readonly height: number;
  readonly color: boolean;
}

const colors: Readonly<Record<Section["name"], number>> = { INTENTION: 35, HISTORY: 34, PROJECTION: 33, NOW: 32 };
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const figures = 42;

/** @returns lines of at most `width` columns. @param title beat, local time and how far the day is */
export function dayFrame(of: WindowSnapshot, title: string, options: FrameOptions): string[] {
  const { width, height } = options;
  const { drift, tokens, cap } = of;
  const rule = "─".repeat(width);
  const head = [
    fit(title, width),
    rule,
    ...of.sections.map((section) => sectionRow(section, cap, options)),
    fit(
      `${tokens} of ${cap} tokens · drift ${percent(drift.ratio)}: +${drift.added} −${drift.removed}, ${drift.kept} kept, the first ${drift.prefixTokens} unchanged`,
      width,
    ),
    rule,
  ];
  const text = textRows(of, height - head.length).map((line) => paint(fit(line, width), headingColor(line), options));
  return [...head, ...text];
}

/** One line a beat, for a log or a pipe. */
export function dayLine({ sections, drift }: WindowSnapshot, clock: string): string {
  const parts = sections.map(({ name, tokens, trimmed }) => {
    const cut = trimmed.items === 0 ? "" : ` (−${trimmed.items})`;
    return `${name} ${tokens}${cut}`;
  });
  return `${clock}  ${parts.join("  ")}  drift ${percent(drift.ratio)}`;
}

function sectionRow({ name, tokens, need, trimmed }: Section, cap: number, options: FrameOptions): string {
  const room = options.width - 12 - figures;
  const bar = barOf(tokens / cap, room).padEnd(room, "·");
  const cut = trimmed.items === 0 ? "nothing trimmed" : `${trimmed.items} trimmed from ${trimmed.boundary}`;
  const row = `${String(tokens).padStart(6)} of ${String(need).padStart(6)}, ${cut}`;
  return `${name.padEnd(11)} ${paint(bar, colors[name], options)} ${fit(row, figures - 1)}`;
}

function barOf(part: number, columns: number): string {
  const filled = Math.min(columns * 8, Math.round(part * columns * 8));
  return "█".repeat(Math.floor(filled / 8)) + eighths[filled % 8];
}

/** The lines of the text that fit `room`: NOW whole, then PROJECTION and INTENTION, then the newest of HISTORY. */
function textRows({ text }: WindowSnapshot, room: number): string[] {
  const lines = text.trimEnd().split("\n");
  const over = lines.length - room;
  if (over <= 0) return lines;
  const from = lines.indexOf("# HISTORY") + 1;
  const end = lines.findIndex((line, index) => index > from && line.startsWith("# "));
  const history = from === 0 ? 0 : (end < 0 ? lines.length : end) - from;
  const hidden = Math.min(history, over + 1);
  if (hidden === 0) return lines.slice(0, Math.max(0, room));
  lines.splice(from, hidden, `  … ${hidden} older lines`);
  return lines.slice(Math.max(0, lines.length - room));
}

function headingColor(line: string): number | undefined {
  return line.startsWith("# ") ? colors[line.slice(2).split(" ")[0] as Section["name"]] : undefined;
}

function paint(text: string, color: number | undefined, options: FrameOptions): string {
  return options.color && color !== undefined ? `\x1b[${color}m${text}\x1b[0m` : text;
}

/** Cut by code points; the example's texts hold nothing wider than a column. */
function fit(text: string, width: number): string {
  const points = [...text];
  return points.length <= width ? text : `${points.slice(0, width - 1).join("")}…`;
}

function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}

// heartbeat demo: the recorded day of examples/day through the fold, at high speed, in the terminal. No daemon, no data
// folder. On a terminal a frame a beat, in place; elsewhere a line a beat and the last frame whole.

import { stdout } from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { localTime } from "../../pipeline/local-time.js";
import type { WindowSnapshot } from "../../pipeline/snapshot.js";
import { type Played, play } from "../../replay/play.js";
import { Recording } from "../../replay/recording.js";
import { dayFrame, dayLine } from "../day-frame.js";
import { settingsOf } from "./replay-recording.js";

export interface DemoOptions {
  /** Beats a second; 0 for as fast as it goes. */
  readonly speed: number;
}

const folder = new URL("../../../../examples/day/", import.meta.url);
const columns = 80;

export async function demo({ speed }: DemoOptions): Promise<void> {
  const path = (name: string): string => fileURLToPath(new URL(name, folder));
  const options = { pulses: path("pulses.ndjson"), intentions: path("intentions.md"), config: path("config.toml") };
  const { grid, redact } = await settingsOf(options);
  const recording = await Recording.open(options.pulses, redact);
  const show = stdout.isTTY ? showInPlace : showLine;
  let last: Played | undefined;
  for await (const played of play(recording, grid, {})) {
    show(played, recording.pulses);
    last = played;
    if (stdout.isTTY && speed > 0) await delay(1_000 / speed);
  }
  if (!stdout.isTTY && last !== undefined) {
    stdout.write(`\n${frameOf(last, recording.pulses, { width: columns, height: Infinity, color: false })}`);
  }
}

function showInPlace(played: Played, pulses: number): void {
  const { width, height } = { width: stdout.columns || columns, height: stdout.rows || 24 };
  const color = process.env.NO_COLOR === undefined;
  const frame = frameOf(played, pulses, { width: Math.max(60, Math.min(width, 120)), height: height - 1, color });
  // In place, line by line: a terminal that is cleared first flickers.
  stdout.write(`\x1b[H${frame.replaceAll("\n", "\x1b[K\n")}\x1b[J`);
}

function showLine({ record }: Played): void {
  const { clock } = localTime(record.tick.instant, record.tick.offsets);
  stdout.write(`${dayLine(record.snapshot.windows[0] as WindowSnapshot, clock)}\n`);
}

function frameOf({ record, pulses }: Played, all: number, options: Parameters<typeof dayFrame>[2]): string {
  const { instant, offsets, zone, id } = record.tick;
  const { date, clock } = localTime(instant, offsets);
  const title = `${date} ${clock} ${zone} · beat ${id} · ${pulses} of ${all} pulses`;
  return `${dayFrame(record.snapshot.windows[0] as WindowSnapshot, title, options).join("\n")}\n`;
}

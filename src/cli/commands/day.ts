// heartbeat day: the beats of a local date. Ids go by UTC, so a date lies on up to three days of ids.

import type { BeatRow, DayPage } from "../../actors/query/protocol.js";
import type { DataFolder } from "../../config/data-folder.js";
import { askDaemon } from "../daemon-client.js";
import { dayLines } from "../day-lines.js";
import { type LookOptions, lookLimitMs } from "./look.js";

const dayMs = 86_400_000;

export async function day(folder: DataFolder, date: string | undefined, options: LookOptions): Promise<void> {
  const newest = date === undefined ? await pages(folder, undefined, options) : undefined;
  const wanted = date ?? localDate(newest?.beats.at(-1));
  const found: BeatRow[] = [];
  let zone = newest?.zone ?? null;
  for (const offset of [-dayMs, 0, dayMs]) {
    const page = await pages(folder, new Date(Date.parse(wanted) + offset).toISOString().slice(0, 10), options);
    const beats = page.beats.filter((beat) => localDate(beat) === wanted);
    if (beats.length > 0) zone = page.zone;
    found.push(...beats);
  }
  const listed = { date: wanted, zone, beats: found };
  process.stdout.write(`${options.json ? JSON.stringify(listed) : dayLines(listed).join("\n")}\n`);
}

/** All pages of a UTC day. */
async function pages(folder: DataFolder, utcDay: string | undefined, { window }: LookOptions): Promise<DayPage> {
  const query = new URLSearchParams({
    ...(utcDay !== undefined && { day: utcDay }),
    ...(window !== undefined && { window: String(window) }),
  });
  let page = await ask(folder, query);
  const beats = [...page.beats];
  while (page.next !== null) {
    query.set("day", page.day);
    query.set("after", page.next);
    page = await ask(folder, query);
    beats.push(...page.beats);
  }
  return { ...page, beats };
}

function ask(folder: DataFolder, query: URLSearchParams): Promise<DayPage> {
  const path = query.size === 0 ? "/snapshots" : `/snapshots?${query}`;
  return askDaemon<DayPage>(folder, { method: "GET", path, timeoutMs: lookLimitMs });
}

function localDate(beat: BeatRow | undefined): string {
  return (beat?.local ?? new Date().toISOString()).slice(0, 10);
}

// Compaction: sentences of a period that has been over for a while become at most N, lowest level first.
// What says the same is united; of the rest the best stay unchanged, something of each lower period first.
//
//   block ──1 h──▶ hour: 16 ──24 h──▶ day: 24 ──31 days──▶ month: 24 ──12 months──▶ older: 64 in all

import type { Beat, BeatLevel } from "./beat.js";
import { beatMs, blockOf, dayMs } from "./beat-clock.js";
import { moreText } from "./narrate.js";
import { byRank, scoreOf } from "./score.js";
import type { State } from "./state.js";
import type { Tick } from "./tick.js";

const hourMs = 3_600_000;
/** Refs of a united sentence. */
const maxRefs = 64;

interface Level {
  readonly level: BeatLevel;
  readonly from: readonly BeatLevel[];
  readonly keep: number;
  /** Number of the period a block's start lies in. */
  periodOf(start: number): number;
  /** Number of the lower period. */
  lowerOf(start: number): number;
  /** Whether the period has been over for long enough at `instant`. */
  isDue(period: number, instant: number): boolean;
}

const levels: readonly Level[] = [
  {
    level: "hour",
    from: ["block"],
    keep: 16,
    periodOf: hourOf,
    lowerOf: blockOf,
    isDue: (hour, instant) => instant - (hour + 1) * hourMs >= hourMs,
  },
  {
    level: "day",
    from: ["hour"],
    keep: 24,
    periodOf: dayOf,
    lowerOf: hourOf,
    isDue: (day, instant) => instant - (day + 1) * dayMs >= dayMs,
  },
  {
    level: "month",
    from: ["day"],
    keep: 24,
    periodOf: monthOf,
    lowerOf: dayOf,
    isDue: (month, instant) => instant - monthStart(month + 1) >= 31 * dayMs,
  },
  {
    level: "older",
    from: ["month"],
    keep: 64,
    periodOf: () => 0,
    lowerOf: monthOf,
    isDue: () => true,
  },
];

/** A sentence and those it was made of. */
export interface United {
  readonly beat: Beat;
  readonly parts: readonly Beat[];
}

/**
 * Runs when the tick's block starts in another UTC hour than the last tick's.
 * @returns what was united, in that order; also what was then not kept
 */
export function compact(state: State, tick: Tick): readonly United[] {
  const block = blockOf(tick.instant);
  if (state.lastBlock !== null && hourOf(state.lastBlock * beatMs) === hourOf(block * beatMs)) return [];
  return levels.flatMap((level) => compactLevel(state, level, tick.instant));
}

function compactLevel(state: State, level: Level, instant: number): readonly United[] {
  const united: United[] = [];
  const due = new Map<number, Beat[]>();
  for (const beat of state.beats) {
    if (!level.from.includes(beat.level) || !isDue(level, beat, instant)) continue;
    const period = level.periodOf(startOf(beat));
    due.set(period, [...(due.get(period) ?? []), beat]);
  }
  for (const [period, lower] of [...due].sort(([a], [b]) => a - b)) {
    const there = state.beats.filter((beat) => beat.level === level.level && level.periodOf(startOf(beat)) === period);
    const gone = new Set([...lower, ...there]);
    const same = uniteSame([...gone], state);
    const kept = keepBest([...same.single, ...same.united.map(({ beat }) => beat)], level, state.halfLifeMs);
    state.beats = [...state.beats.filter((beat) => !gone.has(beat)), ...kept];
    united.push(...same.united);
  }
  return united;
}

/** `older` takes the months more than 12 before the tick's. */
function isDue(level: Level, beat: Beat, instant: number): boolean {
  if (level.level === "older") return monthOf(instant) - monthOf(startOf(beat)) > 12;
  return level.isDue(level.periodOf(startOf(beat)), instant);
}

/** Unites what says the same and has no key. The united get new ids, by end, then id. */
function uniteSame(
  beats: readonly Beat[],
  state: State,
): { readonly single: readonly Beat[]; readonly united: readonly United[] } {
  const groups = new Map<string, Beat[]>();
  for (const beat of beats) {
    const key = beat.keyed ? `b${beat.n}` : JSON.stringify([beat.source, beat.category, beat.more, beat.saying]);
    groups.set(key, [...(groups.get(key) ?? []), beat]);
  }
  const single = [...groups.values()].filter((group) => group.length === 1).flat();
  const united = [...groups.values()]
    .filter((group) => group.length > 1)
    .map((parts) => ({ beat: unite(parts), parts }))
    .sort((a, b) => a.beat.until - b.beat.until || a.beat.n - b.beat.n);
  return { single, united: united.map(({ beat, parts }) => ({ beat: { ...beat, n: state.nextBeat++ }, parts })) };
}

/** The sentence of several; its id is for their order only. */
function unite(group: readonly Beat[]): Beat {
  const parts = [...group].sort((a, b) => a.until - b.until || a.n - b.n);
  const newest = parts.at(-1) as Beat;
  const count = parts.reduce((sum, beat) => sum + beat.count, 0);
  return {
    ...newest,
    n: Math.min(...parts.map((beat) => beat.n)),
    text: newest.more ? moreText(count, newest.source) : newest.text,
    importance: Math.max(...parts.map((beat) => beat.importance)),
    from: Math.min(...parts.map((beat) => beat.from)),
    count,
    active: parts.reduce((sum, beat) => sum + beat.active, 0),
    refs: parts.slice(-maxRefs).map((beat) => `b${beat.n}`),
  };
}

/** By importance; at equal importance the best of each lower period in turn, then by score. */
function keepBest(beats: readonly Beat[], { level, keep, lowerOf }: Level, halfLifeMs: number): Beat[] {
  const ranked = beats
    .map((beat) => ({
      beat,
      place: { score: scoreOf(beat.until, beat.importance, halfLifeMs), end: beat.until, ref: beat.n },
    }))
    .sort((a, b) => b.beat.importance - a.beat.importance || byRank(a.place, b.place));
  const turns = new Map<string, number>();
  const inTurn = ranked.map(({ beat, place }) => {
    const key = `${beat.importance}\u0000${lowerOf(startOf(beat))}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return { beat, place, turn };
  });
  inTurn.sort((a, b) => b.beat.importance - a.beat.importance || a.turn - b.turn || byRank(a.place, b.place));
  return inTurn.slice(0, keep).map(({ beat }) => ({ ...beat, level }));
}

/** Start of the block that a sentence ends in: it belongs to the periods this lies in. */
function startOf(beat: Beat): number {
  return blockOf(beat.until) * beatMs;
}

function hourOf(start: number): number {
  return Math.floor(start / hourMs);
}

function dayOf(start: number): number {
  return Math.floor(start / dayMs);
}

/** Months since year 0. */
function monthOf(start: number): number {
  const date = new Date(start);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1);
}

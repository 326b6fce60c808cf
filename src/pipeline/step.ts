// step: one tick. Tells what is past, compacts, and assembles a snapshot for every window. Its cost is that of what one
// beat brings and of what the bounded state holds, never of what the log holds.

import { assemble, type Headings } from "./assemble.js";
import { blockOf } from "./beat-clock.js";
import { candidates } from "./candidates.js";
import { classify, type Placed } from "./classify.js";
import { compact, type United } from "./compact.js";
import { driftOf } from "./drift.js";
import { HistoryLines } from "./history.js";
import { intentionEntries } from "./intentions.js";
import { narrate, type Told } from "./narrate.js";
import { Renderer } from "./render.js";
import type { Place } from "./score.js";
import type { Snapshot, WindowSnapshot } from "./snapshot.js";
import type { State } from "./state.js";
import type { Tick } from "./tick.js";
import { type Count, type Encoding, loadCount, type ReadRanks } from "./tokens.js";

export type Step = (state: State, tick: Tick) => { readonly state: State; readonly snapshot: Snapshot };

/** What a tick did before anything was shown. */
export interface Advanced {
  /** Where every open line belonged. */
  readonly placed: readonly Placed[];
  readonly told: Told;
  readonly united: readonly United[];
}

/** What a tick does to the state before anything is shown: tells what is past, compacts. It counts no tokens. */
export function advance(state: State, tick: Tick): Advanced {
  state.stateTtlMs = tick.config.stateTtlMs;
  state.halfLifeMs = tick.config.halfLifeMs;
  const placed = classify(state, tick);
  const told = narrate(state, placed);
  const united = compact(state, tick);
  state.lastBlock = blockOf(tick.instant);
  return { placed, told, united };
}

/** Keep it: it remembers the lines of HISTORY. @param count of the encoding that the tick's configuration names */
export function createStep(count: Count): Step {
  const history = new HistoryLines();
  return (state, tick) => {
    const { placed } = advance(state, tick);
    const renderer = new Renderer(tick, count);
    const shelves = history.shelves(state.beats, state.halfLifeMs, renderer);
    const all = candidates(intentionEntries(tick.intentions), shelves, placed, state.halfLifeMs, renderer);
    const headings: Headings = {
      intention: renderer.heading("intention"),
      history: renderer.heading("history"),
      projection: renderer.heading("projection"),
      now: renderer.nowHeading(),
    };
    const made = new Map<number, WindowSnapshot>();
    let smaller: readonly Place[] | undefined;
    for (const window of [...tick.config.windows].sort((a, b) => a - b)) {
      const assembled = assemble(window, tick.config.shares, all, headings, state.cutLines.get(window), smaller);
      const shown = {
        headings: assembled.headings,
        sections: assembled.snapshot.sections.map(({ items }) => items.map(({ text, tokens }) => ({ text, tokens }))),
      };
      const drift = driftOf(state.lastShown.get(window), shown);
      made.set(window, { ...assembled.snapshot, drift });
      state.cutLines.set(window, assembled.lines);
      state.lastShown.set(window, { ordinal: tick.ordinal, ...shown });
      smaller = assembled.lines;
    }
    forgetWindows(state, made);
    return { state, snapshot: { windows: tick.config.windows.map((window) => made.get(window) as WindowSnapshot) } };
  };
}

const loaded = new Map<Encoding, Promise<Step>>();

/** The step that counts by an encoding: one a thread, so that what it remembers serves every tick. See `loadCount`. */
export function loadStep(encoding: Encoding, readRanks?: ReadRanks): Promise<Step> {
  const known = loaded.get(encoding) ?? loadCount(encoding, readRanks).then(createStep);
  loaded.set(encoding, known);
  return known;
}

/** Windows that are no longer configured begin anew when they come back. */
function forgetWindows(state: State, made: ReadonlyMap<number, unknown>): void {
  for (const window of state.cutLines.keys()) {
    if (made.has(window)) continue;
    state.cutLines.delete(window);
    state.lastShown.delete(window);
  }
}

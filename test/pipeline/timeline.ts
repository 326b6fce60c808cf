// A day of pulses and ticks for tests, told by the clock: 13 March 2026 in UTC unless said otherwise.
// Tokens are words, so that a table can be checked by hand.

import { beatId, blockOf } from "../../src/pipeline/beat-clock.js";
import { digestFrame, type PulseDigest } from "../../src/pipeline/digest.js";
import { fold } from "../../src/pipeline/fold.js";
import type { Pulse } from "../../src/pipeline/pulse.js";
import type { SectionName, Snapshot } from "../../src/pipeline/snapshot.js";
import { emptyState, type State } from "../../src/pipeline/state.js";
import { advance, createStep, type Step } from "../../src/pipeline/step.js";
import type { FoldSettings, Tick } from "../../src/pipeline/tick.js";
import type { Count } from "../../src/pipeline/tokens.js";
import { defaultSettings } from "./recorded.js";

/** Words of a text. */
export const words: Count = (text) => text.split(/\s+/).filter((word) => word !== "").length;

/** `10:46`, `10:46:30` or `2026-03-14T10:46` as ms since 1970. */
export function at(time: string): number {
  return Date.parse(`${time.includes("T") ? time : `2026-03-13T${time}`}Z`);
}

/** What is said; times as `at` reads them. */
export interface Said extends Omit<Partial<Pulse>, "time" | "until"> {
  readonly time?: string;
  readonly until?: string;
  readonly epoch?: number;
}

export function digestOf(receivedAt: string, said: Said, seq: number): PulseDigest {
  const { epoch = 0, time, until, ...rest } = said;
  const pulse: Pulse = {
    source: "shell",
    ...rest,
    ...(time !== undefined && { time: at(time) }),
    ...(until !== undefined && { until: at(until) }),
  };
  return digestFrame({ first: seq, receivedAt: at(receivedAt), epoch, pulses: [pulse] })[0] as PulseDigest;
}

export class Timeline {
  state: State = emptyState();
  readonly #step: Step;
  readonly #settings: FoldSettings;
  #ordinal = 0;

  constructor(settings: Partial<FoldSettings> = {}, count: Count = words) {
    this.#step = createStep(count);
    this.#settings = { ...defaultSettings, ...settings };
  }

  /** @returns the pulse's seq */
  say(receivedAt: string, said: Said | string): number {
    const seq = this.state.seq + 1;
    const digest = digestOf(receivedAt, typeof said === "string" ? { text: said } : said, seq);
    this.state = fold(this.state, [digest]);
    return seq;
  }

  tick(instant: string, over: Partial<Tick> = {}): Snapshot {
    const stepped = this.#step(this.state, this.#tickOf(instant, over));
    this.state = stepped.state;
    return stepped.snapshot;
  }

  /** A tick of which nothing is shown. */
  pass(instant: string): void {
    advance(this.state, this.#tickOf(instant, {}));
  }

  #tickOf(instant: string, over: Partial<Tick>): Tick {
    this.#ordinal += 1;
    return {
      ordinal: this.#ordinal,
      id: beatId(blockOf(at(instant)), 0),
      instant: at(instant),
      epoch: 0,
      kind: "grid",
      zone: "UTC",
      offsets: [{ at: 0, minutes: 0 }],
      watermark: this.state.seq,
      intentions: "",
      config: this.#settings,
      ...over,
    };
  }

  /** The lines of a section of the first window at a tick. */
  lines(name: SectionName, instant: string, over: Partial<Tick> = {}): string[] {
    return linesOf(this.tick(instant, over), name);
  }
}

export function sectionOf(snapshot: Snapshot, name: SectionName, window = 0) {
  const section = snapshot.windows[window]?.sections.find((s) => s.name === name);
  if (section === undefined) throw new Error(`no section ${name} in window ${window}`);
  return section;
}

/** Without their newline. */
export function linesOf(snapshot: Snapshot, name: SectionName, window = 0): string[] {
  return sectionOf(snapshot, name, window).items.map(({ text }) => text.slice(0, -1));
}

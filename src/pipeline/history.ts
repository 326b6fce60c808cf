// The lines of HISTORY, remembered from tick to tick. There are thousands and a beat brings a few: a sentence never changes,
// so it is rendered and counted when it is new, or when the year or the zone's offsets are others, and not at every tick.

import type { Beat } from "./beat.js";
import { type Candidate, shown } from "./candidates.js";
import type { Renderer } from "./render.js";
import { byRank, scoreOf } from "./score.js";
import { shelfCount, shelfOf } from "./shelves.js";

export class HistoryLines {
  #lines = new WeakMap<Beat, Candidate>();
  #dating = "";
  #halfLifeMs = 0;

  /** Best first, by shelf. */
  shelves(beats: readonly Beat[], halfLifeMs: number, renderer: Renderer): readonly (readonly Candidate[])[] {
    if (renderer.dating !== this.#dating || halfLifeMs !== this.#halfLifeMs) {
      this.#lines = new WeakMap();
      this.#dating = renderer.dating;
      this.#halfLifeMs = halfLifeMs;
    }
    const shelves = Array.from({ length: shelfCount }, (): Candidate[] => []);
    for (const beat of beats) shelves[shelfOf(beat.level)]?.push(this.#lineOf(beat, renderer));
    for (const shelf of shelves) shelf.sort((a, b) => byRank(a.place, b.place));
    return shelves;
  }

  #lineOf(beat: Beat, renderer: Renderer): Candidate {
    let line = this.#lines.get(beat);
    if (line === undefined) {
      line = candidateOf(beat, this.#halfLifeMs, renderer);
      this.#lines.set(beat, line);
    }
    return line;
  }
}

function candidateOf(beat: Beat, halfLifeMs: number, renderer: Renderer): Candidate {
  const line = renderer.beat(beat);
  const ref = `b${beat.n}`;
  return {
    tokens: line.tokens,
    place: { score: scoreOf(beat.until, beat.importance, halfLifeMs), end: beat.until, ref: beat.n },
    ref,
    group: 0,
    at: beat.until,
    show: () => {
      const { importance, from, until, level } = beat;
      return { ...shown(line, [ref, ...beat.refs], "history.past", importance, from, until, beat), level };
    },
  };
}

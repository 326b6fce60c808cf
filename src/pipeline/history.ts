// The lines of HISTORY, remembered from tick to tick. There are thousands and a beat brings a few: a sentence never changes,
// so it is rendered, counted and ranked when it is new, or when the year or the zone's offsets are others, not at every tick.

import type { Beat } from "./beat.js";
import { type Candidate, shown } from "./candidates.js";
import type { Renderer } from "./render.js";
import { byRank, scoreOf } from "./score.js";
import { shelfCount, shelfOf } from "./shelves.js";

export class HistoryLines {
  #lines = new WeakMap<Beat, Candidate>();
  #dating = "";
  #halfLifeMs = 0;
  /** The sentences that stand on the shelves, in the order of the state. */
  #beats: Beat[] = [];
  #shelves: readonly Candidate[][] = emptyShelves();

  /** Best first, by shelf; until the next call. */
  shelves(beats: readonly Beat[], halfLifeMs: number, renderer: Renderer): readonly (readonly Candidate[])[] {
    const isSame = renderer.dating === this.#dating && halfLifeMs === this.#halfLifeMs;
    if (!isSame) this.#lines = new WeakMap();
    this.#dating = renderer.dating;
    this.#halfLifeMs = halfLifeMs;
    if (!isSame || !this.#beats.every((beat, i) => beat === beats[i])) {
      this.#beats = [];
      this.#shelves = emptyShelves();
    }
    for (const beat of beats.slice(this.#beats.length)) {
      insert(this.#shelves[shelfOf(beat.level)] as Candidate[], this.#lineOf(beat, renderer));
      this.#beats.push(beat);
    }
    return this.#shelves;
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

function emptyShelves(): Candidate[][] {
  return Array.from({ length: shelfCount }, () => []);
}

/** Where it ranks. */
function insert(shelf: Candidate[], line: Candidate): void {
  let low = 0;
  let high = shelf.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byRank((shelf[middle] as Candidate).place, line.place) < 0) low = middle + 1;
    else high = middle;
  }
  shelf.splice(low, 0, line);
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

// Follows one pulse, or one sentence, through the fold: from the line it made or joined, over the sentence that tells it, to
// the one it was united into. It runs the same fold on a state of its own and looks where its subject went; it changes
// nothing. Where it stands is plain data, so that it can be looked for in the state of a later checkpoint.
//
//   pulse ─▶ item ─┬─▶ sentence ─▶ united sentence … ─▶ dropped
//                  ├─▶ rest ("N more") ─▶ sentence …
//                  └─▶ nowhere (superseded)

import { blockOf } from "./beat-clock.js";
import type { PulseDigest } from "./digest.js";
import { fold, saysTheSame } from "./fold.js";
import { isAnnounced } from "./item.js";
import { sayingKey } from "./lines.js";
import { other } from "./other.js";
import type { Current, Item, Rest, State } from "./state.js";
import { advance } from "./step.js";
import type { Tick } from "./tick.js";

/** Where the subject is. */
export type Standing =
  /** An open line of its own or that it joined; the seq of its first pulse. */
  | { readonly at: "item"; readonly ref: number }
  /** One of "N more from SOURCE" in a block; `ref` as above. */
  | { readonly at: "rest"; readonly source: string; readonly block: number; readonly ref: number }
  /** A sentence of HISTORY. */
  | { readonly at: "beat"; readonly n: number }
  /** Compaction has left the sentence out. */
  | { readonly at: "dropped"; readonly n: number }
  /** It repeats what its key said before; that line is told already. Follow that pulse instead; `null`: it had no line. */
  | { readonly at: "repeat"; readonly ref: number | null }
  /** Superseded before it was anything. */
  | { readonly at: "nowhere" };

export interface Trace {
  readonly standing: Standing;
  /** Refs from the subject to what carries it, in order, without repeats: `p5`, `p3`, `b12`, … */
  readonly trail: readonly string[];
  /** It is one of "N more". */
  readonly summarised: boolean;
  /** Seq of the pulse that superseded it; `null` where none did. */
  readonly by: number | null;
}

export class Tracer {
  #state: State;
  #standing: Standing;
  #trail: string[];
  #summarised = false;
  #by: number | null = null;
  /** The line in `#state`; looked for anew in each state. */
  #item: Item | undefined;

  constructor(state: State, standing: Standing, trail: readonly string[], by: number | null = null) {
    this.#state = state;
    this.#standing = standing;
    this.#trail = [...trail];
    this.#by = by;
    this.#summarised = standing.at === "rest";
    this.#find();
  }

  /** Folds one pulse, which is followed from then on. */
  static pulse(state: State, pulse: PulseDigest): Tracer {
    const { standing, by = null } = takePulse(state, pulse);
    const joined = standing.at === "item" && standing.ref !== pulse.seq ? [`p${standing.ref}`] : [];
    return new Tracer(state, standing, [`p${pulse.seq}`, ...joined], by);
  }

  get state(): State {
    return this.#state;
  }

  get trace(): Trace {
    return { standing: this.#standing, trail: [...this.#trail], summarised: this.#summarised, by: this.#by };
  }

  /** Nothing that comes can move it. */
  get isSettled(): boolean {
    const { at } = this.#standing;
    return at === "nowhere" || at === "dropped" || at === "repeat";
  }

  /** Goes on from a later state that `holds` it. */
  resume(state: State): void {
    this.#state = state;
    this.#find();
  }

  /** Folds further pulses. */
  take(pulses: readonly PulseDigest[]): void {
    let from = 0;
    for (const [i, pulse] of pulses.entries()) {
      const item = this.#item;
      if (item?.key !== pulse.key || pulse.key === null || item.source !== pulse.source) continue;
      fold(this.#state, pulses.slice(from, i));
      from = i + 1;
      this.#takeOfKey(item, pulse);
    }
    fold(this.#state, pulses.slice(from));
    this.#look();
  }

  tick(tick: Tick): void {
    const line = this.#standing.at === "rest" ? restOf(this.#state, this.#standing) : this.#item;
    const { told, united } = advance(this.#state, tick);
    const sentence = line === undefined ? undefined : told.get(line);
    if (sentence !== undefined) {
      this.#item = undefined;
      this.#summarised ||= sentence.more;
      this.#stand({ at: "beat", n: sentence.n });
    }
    for (const { beat, parts } of united) {
      const { at } = this.#standing;
      if (at === "beat" && parts.some(({ n }) => n === this.#number())) this.#stand({ at: "beat", n: beat.n });
    }
    const { at } = this.#standing;
    if (at === "beat" && !holds(this.#state, this.#standing)) this.#standing = { at: "dropped", n: this.#number() };
  }

  /** A pulse of the line's own key: it may be superseded, or begin anew. */
  #takeOfKey(item: Item, pulse: PulseDigest): void {
    const current = () => this.#state.sources.get(item.source)?.keys.get(pulse.key as string)?.item === item;
    const was = current();
    fold(this.#state, [pulse]);
    if (was && !current()) {
      this.#by = pulse.seq;
      if (!isOpen(this.#state, item) && !item.hidden) this.#leave({ at: "nowhere" });
    } else if (!was && current()) this.#by = null;
  }

  #look(): void {
    if (this.#item?.hidden) this.#leave(standingOf(this.#item));
  }

  #leave(standing: Standing): void {
    this.#item = undefined;
    this.#summarised ||= standing.at === "rest";
    this.#standing = standing;
  }

  #stand(standing: Standing & { at: "beat" }): void {
    this.#standing = standing;
    this.#trail.push(`b${standing.n}`);
  }

  #number(): number {
    return (this.#standing as Standing & { at: "beat" }).n;
  }

  #find(): void {
    this.#item = this.#standing.at === "item" ? itemOf(this.#state, this.#standing.ref) : undefined;
  }
}

/** Whether a state, maybe a later one, still has it there. What was left once is never there again. */
export function holds(state: State, standing: Standing): boolean {
  switch (standing.at) {
    case "item":
      return itemOf(state, standing.ref) !== undefined;
    case "rest":
      return restOf(state, standing) !== undefined;
    case "beat":
      return state.beats.some(({ n }) => n === standing.n);
    default:
      return false;
  }
}

/** The open line whose first pulse has that seq. */
export function itemOf(state: State, ref: number): Item | undefined {
  for (const item of openItems(state)) if (item.ref === ref) return item;
  return undefined;
}

/** The rest it is one of: one that has only what came later is another. */
export function restOf({ sources }: State, { source, block, ref }: Standing & { at: "rest" }): Rest | undefined {
  const rest = sources.get(source)?.buckets.get(block)?.rest ?? undefined;
  return rest !== undefined && rest.firstRef <= ref ? rest : undefined;
}

function* openItems({ announced, sources }: State): Iterable<Item> {
  yield* announced;
  for (const { keys, buckets } of sources.values()) {
    for (const { item } of keys.values()) if (item?.held && !item.hidden && !item.announced) yield item;
    for (const { items } of buckets.values()) yield* items;
  }
}

function isOpen(state: State, item: Item): boolean {
  return item.announced ? state.announced.includes(item) : item.block !== null;
}

/** What had no place, received at that instant. */
function beyond(ref: number, receivedAt: number): Standing {
  return { at: "rest", source: other, block: blockOf(receivedAt), ref };
}

interface Taken {
  readonly standing: Standing;
  readonly by?: number;
}

/** Folds a pulse and finds where it went, by what the state held of its source before and after. */
function takePulse(state: State, pulse: PulseDigest): Taken {
  const keyed = pulse.key !== null && pulse.type !== "beat";
  const source = state.sources.get(pulse.source);
  const current = keyed ? source?.keys.get(pulse.key) : undefined;
  const repeats = current !== undefined && saysTheSame(state, current, pulse);
  const like = [...(source?.sayings.get(sayingKey(pulse)) ?? [])];
  const rest = restOf(state, hiddenAt(pulse));
  fold(state, [pulse]);

  const after = state.sources.get(pulse.source);
  const now = keyed ? after?.keys.get(pulse.key) : undefined;
  if (after === undefined || (keyed && now === undefined)) return { standing: beyond(pulse.seq, pulse.receivedAt) };
  if (current !== undefined && repeats) return { standing: repeated(current) };
  if (pulse.retract) return { standing: { at: "nowhere" } };
  const item = like.find(({ lastRef }) => lastRef === pulse.seq) ?? itemOf(state, pulse.seq);
  const isOld = current !== undefined && now === current;
  const by = isOld ? { by: current.order.seq } : {};
  if (item !== undefined) return { standing: standingOf(item), ...by };
  if (isOld && restOf(state, hiddenAt(pulse)) === rest) return { standing: { at: "nowhere" }, ...by };
  return { standing: isAnnounced(pulse) ? beyond(pulse.seq, pulse.receivedAt) : hiddenAt(pulse), ...by };
}

function repeated({ item, ref }: Current): Standing {
  return item === null || item.hidden ? { at: "repeat", ref } : { at: "item", ref: item.ref };
}

function standingOf(item: Item): Standing {
  const { ref, source, last, lastSaid, announced, hidden } = item;
  if (!hidden) return { at: "item", ref };
  return announced ? beyond(ref, lastSaid) : { at: "rest", source, block: blockOf(last), ref };
}

function hiddenAt({ seq, source, time }: PulseDigest): Standing & { at: "rest" } {
  return { at: "rest", source, block: blockOf(time), ref: seq };
}

// Why something stands in a snapshot, or does not: the last step of a question that `trace.ts` has followed through the
// fold. Pure: from where it stands in the state after a tick, and what the snapshot of that tick shows.

import { type LineRule, restRule, ruleOf } from "./classify.js";
import { intentionEntries } from "./intentions.js";
import { rangeRef } from "./item.js";
import type { SectionName, ShownItem, WindowSnapshot } from "./snapshot.js";
import type { State } from "./state.js";
import type { Tick } from "./tick.js";
import { itemOf, restOf, type Standing, type Trace } from "./trace.js";

/** Source of what the daemon itself says. */
export const ownSource = "heartbeat";

export interface Why {
  /**
   * `shown`: its line stands in the snapshot. `trimmed`: there was no room for it. `merged`: it is part of another line.
   * `summarised`: it is one of "N more". `superseded`: a newer pulse of its key replaced or retracted it before it was
   * anything. `narrated`: a sentence of HISTORY tells it. `own`: the daemon said it, or another program told it as a
   * sentence. `later`: it came after the beat. `forgotten`: its text was erased.
   */
  readonly answer:
    | "shown"
    | "trimmed"
    | "merged"
    | "summarised"
    | "superseded"
    | "narrated"
    | "own"
    | "later"
    | "forgotten";
  /** From the ref that was asked for to the one that carries it at that beat. */
  readonly trail: readonly string[];
  /** merged, summarised: first ref of the line it is part of; `null` where it never had one. */
  readonly into?: string | null;
  /** narrated: the sentence. */
  readonly beat?: string;
  /** Ref of the pulse that replaced or retracted it. */
  readonly by?: string;
  /** Compaction has left the sentence out: it stands in no snapshot from then on. */
  readonly kept?: false;
  /** Where the line that carries it belongs, and the rule that says so. */
  readonly section?: SectionName;
  readonly rule?: ShownItem["rule"];
  /** The line, where the snapshot shows it. */
  readonly item?: ShownItem;
  /** Where it does not: first ref of the best line of the section that was trimmed. */
  readonly boundary?: string | null;
}

export interface Subject {
  /** `p<seq>` or `b<n>` */
  readonly ref: string;
  readonly own?: boolean;
  readonly forgotten?: boolean;
}

/** @param state after the tick, @param window what it shows */
export function explain(subject: Subject, trace: Trace, state: State, tick: Tick, window: WindowSnapshot): Why {
  const { standing, trail, by } = trace;
  const line = lineOf(standing, state, tick);
  const place = line === null ? {} : placeIn(window, line);
  return {
    ...wordOf(subject, trace, line, place.item !== undefined),
    trail: line?.ref === undefined || trail.includes(line.ref) ? trail : [...trail, line.ref],
    ...(by !== null && { by: `p${by}` }),
    ...(standing.at === "dropped" && { kept: false }),
    ...place,
  };
}

/** An intention: the n-th entry of the file as it was at that tick; `undefined` if it had fewer. */
export function explainIntention(n: number, tick: Tick, window: WindowSnapshot): Why | undefined {
  const ref = `i${n}`;
  if (n < 1 || n > intentionEntries(tick.intentions).length) return undefined;
  const place = placeIn(window, { ref, rule: "intention.file" });
  return { answer: place.item === undefined ? "trimmed" : "shown", trail: [ref], ...place };
}

/** Of a pulse that no fold had seen at that beat. */
export function later(ref: string): Why {
  return { answer: "later", trail: [ref] };
}

interface CarryingLine {
  readonly ref: string;
  readonly rule: ShownItem["rule"];
}

type Word = Pick<Why, "answer" | "into" | "beat">;

function wordOf(subject: Subject, trace: Trace, line: CarryingLine | null, isShown: boolean): Word {
  if (subject.forgotten) return { answer: "forgotten" };
  if (subject.own) return { answer: "own" };
  const { standing, summarised } = trace;
  const alone: Word = { answer: isShown ? "shown" : "trimmed" };
  switch (standing.at) {
    case "nowhere":
      return { answer: "superseded" };
    case "repeat":
      return { answer: "merged", into: null };
    case "rest":
      return { answer: "summarised", into: line?.ref ?? null };
    case "item":
      return line === null || line.ref === subject.ref ? alone : { answer: "merged", into: line.ref };
    case "beat":
      return subject.ref === `b${standing.n}` ? alone : toldBy(subject.ref, standing.n, summarised);
    case "dropped":
      return toldBy(subject.ref, standing.n, summarised);
  }
}

function toldBy(ref: string, n: number, summarised: boolean): Word {
  const beat = `b${n}`;
  if (summarised) return { answer: "summarised", into: beat };
  return ref.startsWith("b") && ref !== beat ? { answer: "merged", into: beat } : { answer: "narrated", beat };
}

/** The line that carries it, shown or not. */
function lineOf(standing: Standing, state: State, tick: Tick): CarryingLine | null {
  switch (standing.at) {
    case "item": {
      const item = itemOf(state, standing.ref);
      return item === undefined ? null : { ref: `p${item.ref}`, rule: ruleOf(item, tick, state.stateTtlMs) };
    }
    case "rest": {
      const rest = restOf(state, standing);
      return rest === undefined
        ? null
        : { ref: rangeRef(rest.firstRef, rest.lastRef, rest.source), rule: restRule(rest, tick) };
    }
    case "beat":
      return { ref: `b${standing.n}`, rule: "history.past" };
    default:
      return null;
  }
}

function placeIn(
  { sections }: WindowSnapshot,
  { ref, rule }: CarryingLine,
): Pick<Why, "section" | "rule" | "item" | "boundary"> {
  const name = sectionOf(rule);
  const section = sections.find((one) => one.name === name);
  const item = section?.items.find(({ refs }) => refs[0] === ref);
  return { section: name, rule, ...(item === undefined ? { boundary: section?.trimmed.boundary ?? null } : { item }) };
}

function sectionOf(rule: LineRule | "intention.file"): SectionName {
  switch (rule) {
    case "intention.file":
      return "INTENTION";
    case "history.past":
      return "HISTORY";
    case "projection.future":
      return "PROJECTION";
    default:
      return "NOW";
  }
}

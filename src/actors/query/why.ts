// Answers "why is this here, or not": finds the subject of a ref, follows it through the past to the beat asked for, and
// says where it stands. Both ways: a pulse leads to its line or sentence, a line, sentence or intention to its pulses.

import type { Beat } from "../../pipeline/beat.js";
import { forgottenText } from "../../pipeline/forgotten.js";
import { other } from "../../pipeline/other.js";
import type { PulseLine } from "../../pipeline/pulse-line.js";
import type { WindowSnapshot } from "../../pipeline/snapshot.js";
import { Tracer } from "../../pipeline/trace.js";
import { explain, explainIntention, later, ownSource, type Subject, type Why } from "../../pipeline/why.js";
import type { SnapshotRecord } from "../../pipeline/wire.js";
import type { Following, Past } from "./past.js";
import type { WhySentence, WhySubject } from "./protocol.js";

/** Pulses, and united sentences, named in an answer. */
const maxNamed = 64;
/** `p5`, `i1`, `b12`, `p5..p60@log` */
const refPattern = /^[pib](\d{1,15})(?:\.\.p(\d{1,15})@(.+))?$/su;

/** The beats that are asked for. */
export interface Asked {
  /** Ascending, without a hole. */
  readonly records: readonly SnapshotRecord[];
  readonly windowOf: (record: SnapshotRecord) => WindowSnapshot;
}

export interface Explained {
  readonly subject: WhySubject;
  /** One for each beat; `undefined` for one that had no such thing. */
  readonly answers: readonly (Why | undefined)[];
}

/** `undefined`: the log has no such thing. */
export async function explainRef(ref: string, asked: Asked, past: Past): Promise<Explained | undefined> {
  const [, first, last, source] = refPattern.exec(ref) ?? [];
  const kind = ref[0];
  if (first === undefined || (source !== undefined && kind !== "p")) return undefined;
  const number = Number(first);
  if (source !== undefined) return whyRange(ref, [number, Number(last)], source, asked, past);
  if (kind === "i") return whyIntention(number, asked);
  return kind === "p" ? whyPulse(number, asked, past) : whySentence(number, asked, past);
}

async function whyPulse(seq: number, asked: Asked, past: Past): Promise<Explained | undefined> {
  const [pulse] = past.pulses(seq, seq, 1);
  if (pulse === undefined) return undefined;
  const { ref, source, type, text } = pulse;
  const own = source === ownSource || type === "beat";
  const subject = { ref, own, forgotten: text === forgottenText };
  return { subject: { ref, pulse }, answers: await followPulse(subject, seq, asked, past) };
}

async function followPulse(subject: Subject, seq: number, asked: Asked, past: Past): Promise<readonly Why[]> {
  const firstTick = past.firstSeeing(seq);
  const { before, seen } = since(firstTick ?? Number.POSITIVE_INFINITY, subject.ref, asked);
  if (firstTick === undefined || seen.records.length === 0) return before;
  const following = await past.followPulse(seq, firstTick);
  const { standing } = following.tracer.trace;
  if (standing.at !== "repeat" || standing.ref === null || standing.ref === seq) {
    return [...before, ...(await follow(subject, following, seen, past))];
  }
  // It says again what is told already: the answers of the line's first pulse, by way of it.
  const first = await followPulse({ ...subject, ref: `p${standing.ref}` }, standing.ref, seen, past);
  return [...before, ...first.map((why) => ({ ...why, trail: [subject.ref, ...why.trail] }))];
}

/** The beats from a tick on, and the answers for those before. */
function since(ordinal: number, ref: string, { records, windowOf }: Asked): { before: readonly Why[]; seen: Asked } {
  const seen = records.filter(({ tick }) => tick.ordinal >= ordinal);
  return {
    before: records.slice(0, records.length - seen.length).map(() => later(ref)),
    seen: { records: seen, windowOf },
  };
}

/** @param asked none before the tick up to which it was followed */
async function follow(subject: Subject, from: Following, asked: Asked, past: Past): Promise<readonly Why[]> {
  const [first, ...rest] = asked.records;
  if (first === undefined) return [];
  const { tracer, ordinal } = await past.follow(from, first.tick.ordinal);
  const found: Why[] = [];
  const add = (record: SnapshotRecord): void => {
    found.push(explain(subject, tracer.trace, tracer.state, record.tick, asked.windowOf(record)));
  };
  add(first);
  if (tracer.isSettled) for (const record of rest) add(record);
  else await past.watch({ tracer, ordinal }, rest, add);
  return found;
}

async function whySentence(n: number, asked: Asked, past: Past): Promise<Explained | undefined> {
  let sentence: Beat | undefined;
  let united: readonly Beat[] = [];
  const born = await past.firstMoment(
    ({ nextBeat }) => nextBeat > n,
    (did) => {
      const union = did.united.find(({ beat }) => beat.n === n);
      sentence = union?.beat ?? [...did.told.values()].find((beat) => beat.n === n);
      united = union?.parts ?? [];
    },
  );
  if (born === undefined || sentence === undefined) return undefined;
  const ref = `b${n}`;
  const refs = united.length > 0 ? united.flatMap((part) => part.refs) : sentence.refs;
  const subject: WhySubject = {
    ref,
    sentence: sentenceOf(sentence),
    ...(united.length > 0 && { united: united.slice(-maxNamed).map(sentenceOf) }),
    ...pulsesOf(refs, past),
  };
  const { before, seen } = since(born.ordinal, ref, asked);
  const tracer = new Tracer(born.state, { at: "beat", n }, [ref]);
  return { subject, answers: [...before, ...(await follow(subject, { tracer, ordinal: born.ordinal }, seen, past))] };
}

/** The line of several pulses, as a snapshot names it; where it shows none such, what became of the first. */
async function whyRange(
  ref: string,
  [first, last]: readonly [number, number],
  source: string,
  asked: Asked,
  past: Past,
): Promise<Explained | undefined> {
  const [pulse] = past.pulses(first, first, 1);
  if (pulse === undefined || last < first || (pulse.source !== source && source !== other)) return undefined;
  const followed = await followPulse({ ref: pulse.ref }, first, asked, past);
  const answers = followed.map((why, i) => {
    const record = asked.records[i];
    return (record === undefined ? undefined : shownLine(ref, asked.windowOf(record))) ?? why;
  });
  return { subject: { ref, ...pulsesOf([ref], past) }, answers };
}

function shownLine(ref: string, { sections }: WindowSnapshot): Why | undefined {
  for (const { name, items } of sections) {
    const item = items.find(({ refs }) => refs[0] === ref);
    if (item !== undefined) return { answer: "shown", trail: [ref], section: name, rule: item.rule, item };
  }
  return undefined;
}

/** No pulse can add to INTENTION: it comes from the file alone. */
function whyIntention(n: number, { records, windowOf }: Asked): Explained | undefined {
  const answers = records.map((record) => explainIntention(n, record.tick, windowOf(record)));
  if (answers.every((why) => why === undefined)) return undefined;
  return { subject: { ref: `i${n}`, pulses: [] }, answers };
}

function sentenceOf({ n, text, level, from, until, refs }: Beat): WhySentence {
  const iso = (time: number): string => new Date(time).toISOString();
  return { ref: `b${n}`, summary: text, level, from: iso(from), until: iso(until), refs };
}

/** The pulses behind refs, those of a range by its source. */
function pulsesOf(refs: readonly string[], past: Past): Pick<WhySubject, "pulses" | "more"> {
  const found = new Map<number, PulseLine>();
  for (const ref of refs) {
    const [, first, last, source] = refPattern.exec(ref) ?? [];
    if (first === undefined || ref.startsWith("b")) continue;
    const belongs = (line: PulseLine): boolean => source === undefined || source === other || line.source === source;
    const lines = past.pulses(Number(first), Number(last ?? first), maxNamed + 1, belongs);
    for (const line of lines) found.set(line.seq, line);
  }
  const pulses = [...found.values()].sort((a, b) => a.seq - b.seq);
  return { pulses: pulses.slice(0, maxNamed), ...(pulses.length > maxNamed && { more: true }) };
}

// Finds the pulses that are to be forgotten: one pass over the pulses log, a page at a time. A sentence that another
// program drew from one of them goes too.

import { HeartbeatError } from "../../errors.js";
import type { Beat } from "../../pipeline/beat.js";
import { digestFrame, type PulseDigest } from "../../pipeline/digest.js";
import { ForgottenLines } from "../../pipeline/forgotten-lines.js";
import { decodeFrame } from "../../pipeline/frame.js";
import { other } from "../../pipeline/other.js";
import type { Frame } from "../../pipeline/pulse.js";
import type { Parts } from "./follower.js";
import type { ToForget } from "./protocol.js";

/** Bytes of frames read at a time. */
const pageBytes = 2 * 1_024 * 1_024;

type Logs = Pick<Parts, "pulses" | "onCorrupt">;
type Matches = (pulse: PulseDigest) => boolean;

/**
 * @param head pulses up to it are looked through
 * @param beats HISTORY now, in which a `b<n>` is looked up
 * @throws HeartbeatError HB_NO_REF
 */
export function findForgotten(logs: Logs, what: ToForget, head: number, beats: readonly Beat[]): ForgottenLines {
  const matches = matcherOf(logs, what, head, beats);
  const gone = new ForgottenLines();
  for (const frame of framesOf(logs, head)) {
    for (const pulse of digestFrame(frame)) {
      if (frame.forgotten?.[pulse.seq - frame.first] !== undefined) continue;
      if (matches(pulse) || (pulse.type === "beat" && pulse.refs.some((ref) => gone.holds(ref)))) gone.add(pulse);
    }
  }
  return gone;
}

function matcherOf(logs: Logs, what: ToForget, head: number, beats: readonly Beat[]): Matches {
  if ("source" in what) return ({ source }) => source === what.source;
  if ("between" in what) {
    const [from, to] = what.between;
    return ({ time, receivedAt }) => (time >= from && time <= to) || (receivedAt >= from && receivedAt <= to);
  }
  const { ref } = what;
  const [, kind, first, last, source] = /^([pb])(\d{1,15})(?:\.\.p(\d{1,15})@(.+))?$/su.exec(ref) ?? [];
  const number = Number(first);
  if (source !== undefined && kind === "p") {
    return ({ seq, ...pulse }) => seq >= number && seq <= Number(last) && isOf(source, pulse.source);
  }
  const said = source !== undefined ? undefined : kind === "p" ? sayingOf(logs, number, head) : told(number, beats);
  if (said !== undefined) return said;
  throw new HeartbeatError("HB_NO_REF", `nothing that can be forgotten has the ref ${JSON.stringify(ref)}`, {
    hint: "take p<seq>, p<a>..p<b>@source, or a b<n> of the current snapshot; `heartbeat why` names a line's pulses",
  });
}

/** What says the same as that pulse, of its source. */
function sayingOf(logs: Logs, seq: number, head: number): Matches | undefined {
  for (const frame of framesOf(logs, Math.min(head, seq), seq - 1)) {
    const pulse = digestFrame(frame).find((one) => one.seq === seq);
    if (pulse !== undefined) return (one) => one.seq === seq || saysSame(pulse, one);
  }
  return undefined;
}

/** What a sentence of HISTORY tells: of one that counts the others of a source, those of that time. */
function told(n: number, beats: readonly Beat[]): Matches | undefined {
  const beat = beats.find((one) => one.n === n);
  if (beat === undefined) return undefined;
  if (!beat.more) return (pulse) => saysSame(beat, pulse);
  return ({ source, time }) => isOf(beat.source, source) && time >= beat.from && time <= beat.until;
}

type Saying = Pick<PulseDigest, "source" | "saying">;

function saysSame({ source, saying }: Saying, pulse: Saying): boolean {
  return saying !== "" && pulse.source === source && pulse.saying === saying;
}

/** What had no place in the state goes by the name of one summary. */
function isOf(name: string, source: string): boolean {
  return name === other || name === source;
}

function* framesOf({ pulses, onCorrupt }: Logs, head: number, after = 0): Generator<Frame> {
  while (after < head) {
    const page = pulses.records(after, head, { maxBytes: pageBytes, onCorrupt });
    for (const { record, first } of page) yield decodeFrame(record, first);
    after = page.at(-1)?.last ?? head;
  }
}

// An answer to "why" in a few lines for people: what it is, what became of it, the line that carries it. Pure.

import type { WhyBeat, WhyDay, WhySentence, WhySubject } from "../actors/query/protocol.js";
import type { PulseLine } from "../pipeline/pulse-line.js";
import type { Why } from "../pipeline/why.js";

/** Pulses of a line or sentence that are listed. */
const listedPulses = 10;

export function whyLines(why: WhyBeat | WhyDay): string[] {
  const runs = "answers" in why ? why.answers : [{ ...why, from: why.at, to: why.at }];
  const names = runs.map(({ from, to }) => (from.id === to.id ? from.id : `${from.id} to ${to.id}`));
  const width = Math.max(0, ...names.map((name) => name.length));
  return [
    ...subjectLines(why),
    ...(runs.length === 0 ? [`${"day" in why ? why.day : ""}: no beat knows it`] : []),
    ...runs.flatMap((run, i) =>
      answerLines(run).map((line, n) => `${(n === 0 ? (names[i] ?? "") : "").padEnd(width)}  ${line}`),
    ),
    ...pulseLines(why),
  ];
}

function subjectLines({ ref, pulse, sentence, united }: WhySubject): string[] {
  if (pulse !== undefined) return [`${ref}  ${pulseText(pulse)}`];
  if (sentence === undefined) return [ref];
  return [sentenceText(sentence), ...(united ?? []).map((part) => `  from ${sentenceText(part)}`)];
}

function sentenceText({ ref, summary, level, until }: WhySentence): string {
  return `${ref}  ${summary} (until ${until}, ${level})`;
}

function pulseText({ source, type, receivedAt, text, retract }: PulseLine): string {
  const said = retract ? "retracted" : (text ?? "");
  return `${said} (${[source, type].filter((part) => part !== undefined).join(" ")}, received ${receivedAt})`;
}

function answerLines(why: Why): string[] {
  const line = why.item === undefined ? [] : [`  ${why.item.text.trimEnd()}`];
  const way = why.trail.length > 1 ? ` (${why.trail.join(" → ")})` : "";
  return [`${sentence(why)}${way}`, ...line];
}

/** `merged into p3; NOW shows it by now.recent` */
function sentence(why: Why): string {
  return [word(why), ...(why.answer === "shown" || why.answer === "trimmed" ? [] : [place(why)]), ended(why)]
    .filter((part) => part !== "")
    .join("; ");
}

function word(why: Why): string {
  switch (why.answer) {
    case "shown":
      return `shown in ${why.section} by ${why.rule}`;
    case "trimmed":
      return trimmed(why);
    case "merged":
      return why.into === null ? "merged into a line that is told already" : `merged into ${why.into}`;
    case "summarised":
      return `summarised in ${why.into ?? "what had no place"}`;
    case "superseded":
      return why.by === undefined
        ? "superseded: it only takes back what was said"
        : `superseded by ${why.by}, shown nowhere`;
    case "narrated":
      return `narrated by ${why.beat}`;
    case "own":
      return "the daemon's own, or told by another program";
    case "later":
      return "later: the beat was made before it came";
    case "forgotten":
      return "forgotten: its text was erased";
  }
}

function place(why: Why): string {
  if (why.kept === false) return "compaction has left it out";
  if (why.section === undefined) return "";
  return why.item === undefined ? trimmed(why) : `${why.section} shows it by ${why.rule}`;
}

function trimmed({ section, rule, boundary }: Why): string {
  const from = boundary == null ? "" : `, which was cut from ${boundary} on`;
  return `trimmed from ${section} (${rule})${from}`;
}

function ended({ answer, by }: Why): string {
  return by === undefined || answer === "superseded" ? "" : `${by} replaced it`;
}

function pulseLines({ pulses = [], more }: WhySubject): string[] {
  const listed = pulses.slice(0, listedPulses).map((pulse) => `  ${pulse.ref}  ${pulseText(pulse)}`);
  const rest = pulses.length - listed.length;
  return [
    ...(listed.length === 0 ? [] : ["from the pulses"]),
    ...listed,
    ...(rest > 0 || more ? [`  and ${rest > 0 ? rest : ""}${more ? "+" : ""} more`] : []),
  ];
}

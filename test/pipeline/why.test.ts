// Every answer to "why", each by pulses that bring it about and the beat at which it holds.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Why } from "../../src/pipeline/why.js";
import type { RecordedPulse } from "./recorded.js";
import { at, followPulse, idOf } from "./trace-run.js";

/** Received in block 81, unless said otherwise; the beat of its end is 082. */
const said = (text: string, more: Partial<RecordedPulse> = {}): RecordedPulse => ({
  receivedAt: at(81, 60),
  source: "log",
  text,
  ...more,
});
const meeting = (more: Partial<RecordedPulse>): RecordedPulse =>
  said("Stand-up", { source: "calendar", key: "stand-up", time: at(85), until: at(86), ...more });

interface Case {
  readonly about: string;
  readonly pulses: readonly RecordedPulse[];
  /** Of the pulse asked for; 1 is the first. */
  readonly seq: number;
  /** By block: what is said then, without item and boundary; and whether the snapshot shows the line. */
  readonly answers: Readonly<Record<number, { readonly [Name in keyof Why | "line"]?: unknown }>>;
  readonly windows?: readonly number[];
}

const flood = Array.from({ length: 20 }, (_, i) => said(`line ${"x".repeat(i)}`));

const cases: readonly Case[] = [
  {
    about: "shown: in NOW, then told by a sentence of HISTORY",
    pulses: [said("built")],
    seq: 1,
    answers: {
      82: { answer: "shown", trail: ["p1"], section: "NOW", rule: "now.recent", line: "- p1 10:49 built\n" },
      83: { answer: "narrated", beat: "b1", trail: ["p1", "b1"], section: "HISTORY", rule: "history.past" },
    },
  },
  {
    about: "shown: an event walks from PROJECTION over NOW into HISTORY",
    pulses: [meeting({})],
    seq: 1,
    answers: {
      82: { answer: "shown", section: "PROJECTION", rule: "projection.future" },
      85: { answer: "shown", section: "NOW", rule: "now.interval" },
      86: { answer: "shown", section: "NOW", rule: "now.recent" },
      88: { answer: "narrated", beat: "b1", section: "HISTORY", rule: "history.past" },
    },
  },
  {
    about: "trimmed: says where the section was cut",
    pulses: Array.from({ length: 40 }, (_, i) =>
      said(`${"many words ".repeat(120)} ${i}`, { source: `s${i}`, importance: i === 0 ? 0.1 : 1 }),
    ),
    seq: 1,
    windows: [1_024],
    answers: { 82: { answer: "trimmed", section: "NOW", rule: "now.recent", line: null } },
  },
  {
    about: "merged: into the line it joined, wherever that goes",
    pulses: [said("saved"), said("other"), said("saved")],
    seq: 3,
    answers: {
      82: { answer: "merged", into: "p1", trail: ["p3", "p1"], line: "- p1 10:49 saved (2×)\n" },
      83: { answer: "narrated", beat: "b1", trail: ["p3", "p1", "b1"] },
    },
  },
  {
    about: "merged: a state that is said again is the same line",
    pulses: [said("on main", { key: "branch" }), said("on main", { key: "branch", receivedAt: at(83, 1) })],
    seq: 2,
    answers: { 84: { answer: "merged", into: "p1", trail: ["p2", "p1"], rule: "now.state" } },
  },
  {
    about: "summarised: hidden behind the 16 best of its source, then told so",
    pulses: flood,
    seq: 2,
    answers: {
      82: { answer: "summarised", into: "p1..p4@log", trail: ["p2", "p1..p4@log"], section: "NOW" },
      83: { answer: "summarised", into: "b1", trail: ["p2", "b1"], section: "HISTORY" },
    },
  },
  {
    about: "summarised: shown at first, and not one of its block's 4 best when it is told",
    pulses: flood.slice(0, 6),
    seq: 1,
    answers: {
      82: { answer: "shown" },
      83: { answer: "summarised", into: "b1", section: "HISTORY" },
    },
  },
  {
    about: "superseded: a meeting that is moved before it began is shown nowhere",
    pulses: [meeting({}), meeting({ receivedAt: at(82, 1), time: at(90), until: at(91) })],
    seq: 1,
    answers: {
      82: { answer: "shown", section: "PROJECTION" },
      83: { answer: "superseded", by: "p2", trail: ["p1"] },
      95: { answer: "superseded", by: "p2" },
    },
  },
  {
    about: "superseded: by a retraction",
    pulses: [meeting({}), { receivedAt: at(82, 1), source: "calendar", key: "stand-up", retract: true }],
    seq: 1,
    answers: { 83: { answer: "superseded", by: "p2" } },
  },
  {
    about: "superseded: a retraction itself is shown nowhere",
    pulses: [meeting({}), { receivedAt: at(82, 1), source: "calendar", key: "stand-up", retract: true }],
    seq: 2,
    answers: { 83: { answer: "superseded", trail: ["p2"] } },
  },
  {
    about: "superseded: a glance of less than 5 s",
    pulses: [said("a", { key: "f" }), said("b", { key: "f", receivedAt: at(81, 64) })],
    seq: 1,
    answers: { 82: { answer: "superseded", by: "p2" } },
  },
  {
    about: "shown though replaced: it held for a while",
    pulses: [said("a", { key: "f" }), said("b", { key: "f", receivedAt: at(81, 90) })],
    seq: 1,
    answers: { 82: { answer: "shown", rule: "now.recent", by: "p2" } },
  },
  {
    about: "by none: what was replaced begins to hold anew",
    pulses: [
      said("a", { key: "f" }),
      said("b", { key: "f", receivedAt: at(81, 90) }),
      said("a", { key: "f", receivedAt: at(81, 120) }),
    ],
    seq: 1,
    answers: { 82: { answer: "shown", rule: "now.state", by: undefined } },
  },
  {
    about: "superseded as it comes: older than what its key says",
    pulses: [said("new", { key: "f" }), said("old", { key: "f", receivedAt: at(81, 70), time: at(81, 30) })],
    seq: 2,
    answers: { 82: { answer: "shown", rule: "now.recent", by: "p1" } },
  },
  {
    about: "superseded as it comes, shown nowhere: older by less than a glance",
    pulses: [said("new", { key: "f" }), said("old", { key: "f", receivedAt: at(81, 70), time: at(81, 57) })],
    seq: 2,
    answers: { 82: { answer: "superseded", by: "p1", trail: ["p2"] } },
  },
  {
    about: "merged: a calendar that repeats a meeting that is over and told",
    pulses: [meeting({}), meeting({ receivedAt: at(90) })],
    seq: 2,
    answers: { 90: { answer: "merged", into: null, trail: ["p2"] } },
  },
  {
    about: "later: received after the beat",
    pulses: [said("first"), said("second", { receivedAt: at(82, 1) })],
    seq: 2,
    answers: { 82: { answer: "later" }, 83: { answer: "shown" } },
  },
  {
    about: "narrated: united with what says the same, and no longer kept in the end",
    pulses: [
      said("saved"),
      said("saved", { receivedAt: at(82, 70) }),
      ...Array.from({ length: 30 }, (_, i) => said("x", { source: `s${i}`, receivedAt: at(82, 60), importance: 1 })),
    ],
    seq: 1,
    answers: {
      84: { answer: "narrated", beat: "b1" },
      98: { answer: "narrated", beat: "b33", trail: ["p1", "b1", "b33"], kept: false },
    },
  },
];

describe("why", () => {
  for (const { about, pulses, seq, answers, windows = [8_192] } of cases) {
    it(about, () => {
      const last = Math.max(...Object.keys(answers).map(Number));
      const said = followPulse({ pulses, settings: { windows }, through: idOf(last) }, seq);
      for (const [block, { line, ...expected }] of Object.entries(answers)) {
        const why = said.get(idOf(Number(block))) as Why;
        const got = Object.fromEntries(Object.keys(expected).map((name) => [name, why[name as keyof Why]]));
        assert.deepEqual(got, expected, `beat ${block}: ${JSON.stringify(why)}`);
        if (line !== undefined) assert.equal(why.item?.text ?? null, line);
        if (line === null) assert.match(String(why.boundary), /^p\d+$/);
      }
    });
  }

  it("own and forgotten go before what became of it", () => {
    const run = { pulses: [said("built")], through: idOf(83) };
    assert.equal(followPulse(run, 1, { own: true }).get(idOf(82))?.answer, "own");
    assert.equal(followPulse(run, 1, { forgotten: true }).get(idOf(82))?.answer, "forgotten");
    assert.equal(followPulse(run, 1, { own: true }).get(idOf(83))?.section, "HISTORY");
  });
});

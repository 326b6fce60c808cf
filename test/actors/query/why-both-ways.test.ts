// From a line, a sentence or an intention back to its pulses.

import assert from "node:assert/strict";
import { it } from "node:test";
import type { WhyBeat } from "../../../src/actors/query/protocol.js";
import { at, idOf } from "../../pipeline/trace-run.js";
import { queryLogs } from "./query-logs.js";

const saved = (block: number, seconds: number) => ({ receivedAt: at(block, seconds), source: "log", text: "saved" });
const lines = Array.from({ length: 20 }, (_, i) => ({
  receivedAt: at(84, i),
  source: i % 2 === 0 ? "flood" : "other",
  text: `line ${"x".repeat(i)}`,
}));
const pulses = [saved(75, 60), saved(75, 61), saved(76, 120), ...lines];

it("a sentence: its pulses; one that was united: those it was made of, and what became of them", async (t) => {
  const { ask } = await queryLogs(t, { pulses, through: idOf(92) });
  const first = (await ask({ type: "why", ref: "b1", beat: idOf(78) })) as WhyBeat;
  assert.deepEqual([first.answer, first.sentence?.summary], ["shown", "saved"]);
  assert.deepEqual(
    first.pulses?.map(({ ref }) => ref),
    ["p1", "p2"],
  );
  const part = (await ask({ type: "why", ref: "b1" })) as WhyBeat;
  assert.equal(part.answer, "merged");
  const united = (await ask({ type: "why", ref: part.into as string })) as WhyBeat;
  assert.equal(united.answer, "shown");
  assert.deepEqual(united.sentence?.refs, ["b1", "b2"]);
  assert.deepEqual(
    united.united?.map(({ ref, refs }) => [ref, refs]),
    [
      ["b1", ["p1", "p2"]],
      ["b2", ["p3"]],
    ],
  );
  assert.deepEqual(
    united.pulses?.map(({ ref }) => ref),
    ["p1", "p2", "p3"],
  );
  assert.equal(((await ask({ type: "why", ref: part.into as string, beat: idOf(78) })) as WhyBeat).answer, "later");
});

it("a line of several pulses: those of its source in its range", async (t) => {
  const many = Array.from({ length: 20 }, (_, i) => ({
    receivedAt: at(84, i),
    source: i === 1 ? "window" : "flood",
    text: `line ${"x".repeat(i)}`,
  }));
  const { ask } = await queryLogs(t, { pulses: many, through: idOf(85) });
  const why = (await ask({ type: "why", ref: "p1..p4@flood" })) as WhyBeat;
  assert.deepEqual([why.answer, why.section, why.item?.count], ["shown", "NOW", 3]);
  assert.deepEqual(
    why.pulses?.map(({ ref }) => ref),
    ["p1", "p3", "p4"],
  );
});

it("an intention: shown while the file has it, and from no pulse", async (t) => {
  const { ask } = await queryLogs(t, { pulses, through: idOf(77), intentions: "- one\n- two\n" });
  const why = (await ask({ type: "why", ref: "i2" })) as WhyBeat;
  assert.deepEqual([why.answer, why.section, why.rule], ["shown", "INTENTION", "intention.file"]);
  assert.equal(why.item?.text, "- two\n");
  assert.deepEqual(why.pulses, []);
});

it("a pulse that repeats what is told: by way of the first that said it", async (t) => {
  const meeting = (receivedAt: string) =>
    ({ receivedAt, source: "calendar", key: "m", text: "Stand-up", time: at(85), until: at(86) }) as const;
  const { ask } = await queryLogs(t, { pulses: [meeting(at(80)), meeting(at(90, 1))], through: idOf(91) });
  const why = (await ask({ type: "why", ref: "p2" })) as WhyBeat;
  assert.deepEqual([why.answer, why.beat, why.trail], ["narrated", "b1", ["p2", "p1", "b1"]]);
});

// A recorded day and the night after it: whatever a snapshot shows, `why` leads to, from each of its refs, at each beat;
// and of every pulse it says something.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { WhyBeat, WhyDay } from "../../../src/actors/query/protocol.js";
import { blockId, blockOf } from "../../../src/pipeline/beat-clock.js";
import type { RecordedPulse } from "../../pipeline/recorded.js";
import { queryLogs } from "./query-logs.js";

const file = new URL("../../../../test/data/real-rhythm-day.ndjson", import.meta.url);
const day = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as RecordedPulse & { readonly time: string })
  .map((pulse): RecordedPulse => ({ ...pulse, receivedAt: pulse.time }));

/** A working morning of it, and some hours after. */
const pulses = day.slice(0, 1_200);
const end = Date.parse(pulses.at(-1)?.receivedAt ?? "") + 4 * 3_600_000;
const run = { pulses, through: blockId(blockOf(end)), intentions: "- ship it\n", settings: { windows: [2_048] } };

test("every line of every snapshot is what its refs lead to; of every pulse something is said", async (t) => {
  const { records, ask } = await queryLogs(t, run);
  const final = records.at(-1)?.tick.id as string;
  const asked: Record<string, number> = {};
  const why = async (ref: string, beat: string): Promise<WhyBeat> => {
    const said = (await ask({ type: "why", ref, beat })) as WhyBeat;
    asked[said.answer] = (asked[said.answer] ?? 0) + 1;
    return said;
  };
  let line = 0;
  for (const { tick, snapshot } of records) {
    for (const { name, items } of snapshot.windows[0]?.sections ?? []) {
      for (const item of items) {
        if (line++ % 97 !== 0) continue;
        for (const ref of item.refs.filter((one) => /^[pbi]\d+$/.test(one)).slice(0, 3)) {
          const said = await why(ref, tick.id);
          assert.deepEqual([said.section, said.item], [name, item], `${ref} at ${tick.id}: ${JSON.stringify(said)}`);
          assert.deepEqual([said.trail[0], said.trail.at(-1)], [ref, item.refs[0]]);
        }
      }
    }
  }
  for (let seq = 1; seq <= pulses.length; seq += 83) {
    const said = await why(`p${seq}`, final);
    assert.equal(said.pulse?.seq, seq);
    assert.ok(!["later", "forgotten", "own"].includes(said.answer), JSON.stringify(said));
  }
  t.diagnostic(`${records.length} beats, ${line} lines; answers: ${JSON.stringify(asked)}`);
  assert.ok(Object.keys(asked).length >= 4);
});

test("a day's answers are those of its beats, in runs", async (t) => {
  const { records, ask } = await queryLogs(t, run);
  const day = records.at(-1)?.tick.id.slice(0, 10) as string;
  const beats = records.filter(({ tick }) => tick.id.startsWith(day));
  const whole = (await ask({ type: "why", ref: "p700", day })) as WhyDay;
  assert.equal(
    whole.answers.reduce((sum, one) => sum + one.beats, 0),
    beats.length,
  );
  for (const { from, to, beats: _, item, boundary, ...answer } of whole.answers) {
    for (const { id } of [from, to]) {
      const { answer: word, trail } = (await ask({ type: "why", ref: "p700", beat: id })) as WhyBeat;
      assert.deepEqual([word, trail], [answer.answer, answer.trail], id);
    }
  }
});

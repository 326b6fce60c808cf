// What is forgotten goes wherever assembly keeps it, and nothing else does; what is made after it is what the log says.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { ForgetAnswer, ToForget } from "../../../src/actors/assembly/protocol.js";
import { PulsesReader } from "../../../src/log/pulses-reader.js";
import { verifyLog } from "../../../src/log/verify.js";
import { loadCount } from "../../../src/pipeline/tokens.js";
import type { SnapshotRecord } from "../../../src/pipeline/wire.js";
import { beatsOfDay, instantOf, liveBeat, openDay } from "./made-day.js";

type Day = ReturnType<typeof openDay>;

/** The day up to its last beat but one, and something said of its own before the third. */
async function toldDay(t: TestContext): Promise<Day> {
  const day = openDay(t);
  for (let beat = 0; beat < beatsOfDay - 1; beat++) {
    if (beat === 2) {
      const time = instantOf(2) - 30_000;
      day.say(
        [
          { source: "chat", text: "the secret", time },
          { source: "chat", text: "the  secret (2)", time: time + 5_000 },
          { source: "mail", text: "the secret", time: time + 6_000 },
          { source: "notes", type: "beat", text: "drawn from it", refs: ["p7"], time: time + 7_000 },
          { source: "long", text: `begin ${"secret 秘密 ".repeat(90)}`, time },
        ],
        instantOf(2) - 1_000,
      );
    }
    await liveBeat(day, beat);
  }
  return day;
}

function forget(day: Day, what: ToForget): Promise<ForgetAnswer> {
  return day.assembler.forget(what, day.pulses.head, {
    snapshots: day.snapshots,
    erase: (said) => day.pulses.erase(said),
  });
}

function records(day: Day): readonly SnapshotRecord[] {
  return day.snapshots.records(1, day.snapshots.lastOrdinal()).map(({ record }) => record);
}

function stored(day: Day): string {
  const states = day.snapshots.checkpointPlaces().map((place) => day.snapshots.checkpointAt(place));
  return JSON.stringify([records(day), states, day.snapshots.last()]);
}

test("a pulse, and what says the same of its source: a line goes whole, another source's stays", async (t) => {
  const day = await toldDay(t);
  const before = records(day);
  assert.match(JSON.stringify(before), /the {2}secret \(2\)/, "the line shows the newest words");
  const answer = await forget(day, { ref: "p7" });
  assert.equal(answer.pulses, 3, "both of chat, and what was drawn from it");
  assert.ok(answer.snapshots >= 3);
  const after = stored(day);
  assert.doesNotMatch(after, /the {2}secret|drawn from it/);
  assert.match(after, /p9 .*the secret/, "mail's");
  const count = await loadCount("o200k_base");
  for (const [i, { hash, chain, snapshot }] of records(day).entries()) {
    assert.deepEqual([hash, chain], [before[i]?.hash, before[i]?.chain]);
    for (const { text, tokens, sections } of snapshot.windows) {
      assert.equal(count(text), tokens);
      for (const { items, tokens: all } of sections)
        assert.ok(all >= items.reduce((sum, item) => sum + item.tokens, 0));
    }
  }
  assert.match(records(day)[2]?.snapshot.windows[0]?.text ?? "", /- p7 23:51 \[forgotten\] \(2×\)\n/);
});

test("a line that was cut, by its source; twice is once", async (t) => {
  const day = await toldDay(t);
  assert.match(stored(day), /begin secret 秘密/);
  assert.equal((await forget(day, { source: "long" })).pulses, 1);
  assert.doesNotMatch(stored(day), /begin secret/);
  assert.deepEqual(await forget(day, { source: "long" }), { pulses: 0, snapshots: 0 });
});

test("a sentence of HISTORY by its own ref; one that is not there is refused", async (t) => {
  const day = await toldDay(t);
  const last = records(day).at(-1) as SnapshotRecord;
  const told = last.snapshot.windows[0]?.sections[1]?.items.find(({ text }) => text.includes("secret (2)"));
  assert.match(told?.refs[0] ?? "", /^b\d+$/, last.snapshot.windows[0]?.text);
  assert.equal((await forget(day, { ref: told?.refs[0] as string })).pulses, 3);
  assert.doesNotMatch(stored(day), /the {2}secret/);
  await assert.rejects(forget(day, { ref: "b9999" }), { code: "HB_NO_REF" });
  await assert.rejects(forget(day, { ref: "p9999" }), { code: "HB_NO_REF" });
});

test("an interval: what was said in it, not the same words said at another time", async (t) => {
  const day = await toldDay(t);
  const between: ToForget = { between: [instantOf(2) - 62_000, instantOf(2) - 57_500] };
  assert.equal((await forget(day, between)).pulses, 3);
  const after = stored(day);
  assert.doesNotMatch(after, /commit 2/);
  for (const text of ["commit 1", "commit 3", "the  secret"]) assert.ok(after.includes(text), text);
});

test("verify passes; the next beats are those of the log as it is, after a restart too", async (t) => {
  let day = await toldDay(t);
  await forget(day, { source: "shell" });
  const reader = new PulsesReader(day.pulses.folder);
  const verified = verifyLog(reader, day.snapshots);
  await reader.close();
  assert.deepEqual(verified.broken, []);
  assert.equal(verified.erasedFrames, 5);
  assert.deepEqual(
    verified.erased,
    records(day).map(({ tick }) => tick.id),
  );
  await day.close();
  day = openDay(t, {}, day.folder);
  const next = await liveBeat(day, beatsOfDay - 1);
  assert.doesNotMatch(
    next.snapshot.windows[0]?.text.split("# NOW")[0] ?? "",
    /npm test/,
    "only what was said since is there",
  );
  assert.match(next.snapshot.windows[0]?.text ?? "", /\[forgotten\]/);
  assert.deepEqual(day.snapshots.forgotten(), [{ from: 1, through: 5 }]);
});

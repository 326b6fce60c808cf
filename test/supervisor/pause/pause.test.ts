import assert from "node:assert/strict";
import { test } from "node:test";
import { Pausing } from "../../../src/supervisor/pause.js";

const start = Date.parse("2026-03-10T10:00:00Z");

function setup(tell: () => Promise<unknown> = async () => undefined): { pausing: Pausing; steps: string[] } {
  const steps: string[] = [];
  const pausing = new Pausing({
    clock: { now: () => ({ epoch: 0, time: start }) },
    tell: async (message) => {
      await tell();
      steps.push(`collection ${JSON.stringify(message)}`);
    },
    pauseCollectors: () => steps.push("pause collectors"),
    resumeCollectors: () => steps.push("resume collectors"),
  });
  return { pausing, steps };
}

test("a timed pause tells collection and the collectors, and ends by itself", async () => {
  const { pausing, steps } = setup();
  assert.deepEqual(await pausing.begin(30), { paused: true, until: "2026-03-10T10:30:00.000Z" });
  assert.deepEqual(steps.splice(0), [`collection {"type":"pause","until":${start + 1_800_000}}`, "pause collectors"]);
  await pausing.look(start + 1_799_999);
  assert.deepEqual(pausing.current, { until: start + 1_800_000 });
  await pausing.look(start + 1_800_000);
  assert.equal(pausing.current, null);
  assert.deepEqual(steps, ['collection {"type":"resume"}', "resume collectors"]);
});

test("a pause without a time holds until it is ended", async () => {
  const { pausing } = setup();
  assert.deepEqual(await pausing.begin(undefined), { paused: true, until: null });
  await pausing.look(start + 365 * 86_400_000);
  assert.deepEqual(pausing.current, { until: null });
  assert.deepEqual(await pausing.end(), { paused: false });
  assert.equal(pausing.current, null);
});

test("a pause that collection can't be told of is refused and changes nothing", async () => {
  const { pausing, steps } = setup(() => Promise.reject(new Error("down")));
  await assert.rejects(pausing.begin(5), /down/);
  assert.equal(pausing.current, null);
  assert.deepEqual(steps, []);
});

test("an end that collection can't be told of now comes at a later look", async () => {
  let down = false;
  const { pausing } = setup(async () => {
    if (down) throw new Error("down");
  });
  await pausing.begin(1);
  down = true;
  await pausing.look(start + 60_000);
  assert.notEqual(pausing.current, null);
  down = false;
  await pausing.look(start + 65_000);
  assert.equal(pausing.current, null);
});

test("a pause from before the start holds on", () => {
  const { pausing, steps } = setup();
  pausing.restore({ until: null });
  assert.deepEqual(steps, ["pause collectors"]);
  assert.deepEqual(pausing.current, { until: null });
});

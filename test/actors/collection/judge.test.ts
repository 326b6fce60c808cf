// A batch is judged item by item, and a bad one never stops what comes after (field cases A01, A09, G01).

import assert from "node:assert/strict";
import { test } from "node:test";
import { PulsesReader } from "../../../src/log/pulses-reader.js";
import { decodeFrame } from "../../../src/pipeline/frame.js";
import { judged, logFolder, startCollection } from "./collection-thread.js";

test("the valid ones are stored in order, a bad one is answered with its index, code and permanent", async (t) => {
  const folder = logFolder(t);
  const thread = await startCollection({ test: t, folder });
  const answer = judged(
    await thread.send([
      { source: "a", text: "ok1", time: "2026-03-10T09:00:00Z" },
      { source: "a", text: "bad", time: "not-a-date" },
      { source: "a", text: "ok2", time: "2026-03-10T09:00:02Z" },
    ]),
  );
  assert.equal(answer.first, 1);
  assert.equal(answer.count, 2);
  assert.deepEqual(answer.duplicates, []);
  const [error, ...others] = answer.errors;
  assert.deepEqual(others, []);
  assert.equal(error?.index, 1);
  assert.equal(error?.code, "HB_PULSE_TIME");
  assert.equal(error?.permanent, true);
  assert.match(error?.message ?? "", /"not-a-date" came/);
  assert.deepEqual(await thread.http.ask({ type: "flush" }), { head: 2 });
  await thread.close();
});

test("a request of nothing valid stores nothing, and the next one is stored", async (t) => {
  const thread = await startCollection({ test: t, folder: logFolder(t) });
  const bad = judged(await thread.send([{ text: "no source" }, 5, null]));
  assert.deepEqual([bad.first, bad.count], [null, 0]);
  assert.deepEqual(
    bad.errors.map(({ index, code }) => [index, code]),
    [
      [0, "HB_PULSE_SOURCE"],
      [1, "HB_PULSE_NOT_OBJECT"],
      [2, "HB_PULSE_NOT_OBJECT"],
    ],
  );
  assert.equal(judged(await thread.send({ source: "a", text: "good" })).first, 1);
  assert.deepEqual(thread.fatal, []);
  await thread.close();
});

test("pulses that arrive out of the order of their time are both kept, each with its own", async (t) => {
  const folder = logFolder(t);
  const thread = await startCollection({ test: t, folder });
  await thread.send({ source: "browser", time: "2026-03-17T17:58:41.956Z", text: "Tab A" });
  await thread.send({ source: "browser", time: "2026-03-17T17:58:41.955Z", text: "Tab B" });
  await thread.close();
  const reader = new PulsesReader(folder);
  const frames = reader.records(0, 2).map(({ record, first }) => decodeFrame(record, first));
  await reader.close();
  assert.deepEqual(
    frames.flatMap((frame) => frame.pulses.map(({ text, time }, index) => [frame.first + index, text, time])),
    [
      [1, "Tab A", Date.UTC(2026, 2, 17, 17, 58, 41, 956)],
      [2, "Tab B", Date.UTC(2026, 2, 17, 17, 58, 41, 955)],
    ],
  );
});

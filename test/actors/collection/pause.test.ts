// A pause keeps collectors out, nobody else; it survives a restart and ends at its time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { judged, logFolder, refusal, startCollection } from "./collection-thread.js";

const pulse = { source: "window", text: "x" };

test("collectors are refused with 503 and told when to come back, others are taken", async (t) => {
  const thread = await startCollection({ test: t, folder: logFolder(t) });
  await thread.main.ask({ type: "pause", until: null });
  const refused = refusal(await thread.send(pulse, "window"));
  assert.deepEqual([refused.status, refused.code, refused.retryAfter], [503, "HB_PAUSED", 60]);
  assert.equal(judged(await thread.send(pulse)).count, 1);
  await thread.main.ask({ type: "resume" });
  assert.equal(judged(await thread.send(pulse, "window")).count, 1);
  await thread.close();
});

test("it survives a restart, and so does its end", async (t) => {
  const folder = logFolder(t);
  const first = await startCollection({ test: t, folder });
  await first.main.ask({ type: "pause", until: null });
  await first.close();
  const second = await startCollection({ test: t, folder });
  assert.deepEqual(second.ready.paused, { until: null });
  assert.equal(refusal(await second.send(pulse, "window")).code, "HB_PAUSED");
  await second.main.ask({ type: "resume" });
  await second.close();
  const third = await startCollection({ test: t, folder });
  assert.equal(third.ready.paused, null);
  await third.close();
});

test("a timed one is over at its time", async (t) => {
  const thread = await startCollection({ test: t, folder: logFolder(t) });
  await thread.main.ask({ type: "pause", until: Date.now() + 90_000 });
  const refused = refusal(await thread.send(pulse, "window"));
  assert.ok((refused.retryAfter ?? 0) > 80 && (refused.retryAfter ?? 0) <= 90, `retryAfter ${refused.retryAfter}`);
  await thread.main.ask({ type: "pause", until: Date.now() - 1 });
  assert.equal(judged(await thread.send(pulse, "window")).count, 1);
  assert.equal((await thread.statusThat(({ head }) => head === 1)).paused, null);
  await thread.close();
});

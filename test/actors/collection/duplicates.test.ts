// Exactly once by source and id: the first wins, within a request, across requests in flight, and across restarts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { secrets } from "../../log/made-up-secrets.js";
import { judged, logFolder, startCollection } from "./collection-thread.js";

const pulse = (id: string, text = "x", source = "a") => ({ source, text, id });

test("within a request", async (t) => {
  const thread = await startCollection({ test: t, folder: logFolder(t) });
  const answer = judged(await thread.send([pulse("1"), pulse("2"), pulse("1", "other"), { bad: 1 }, pulse("3")]));
  assert.deepEqual([answer.first, answer.count], [1, 3]);
  assert.deepEqual(answer.duplicates, [{ index: 2, seq: 1 }]);
  assert.deepEqual(
    answer.errors.map(({ index }) => index),
    [3],
  );
  await thread.close();
});

test("across requests in flight: one stores it, all others name its seq", async (t) => {
  const thread = await startCollection({ test: t, folder: logFolder(t) });
  const answers = (await Promise.all(Array.from({ length: 20 }, () => thread.send([pulse("same")])))).map(judged);
  const stored = answers.filter(({ count }) => count === 1);
  assert.equal(stored.length, 1);
  assert.equal(answers.filter(({ duplicates }) => duplicates[0]?.seq === stored[0]?.first).length, 19);
  assert.deepEqual(await thread.http.ask({ type: "flush" }), { head: 1 });
  await thread.close();
});

test("across a restart", async (t) => {
  const folder = logFolder(t);
  const before = await startCollection({ test: t, folder });
  await before.send([{ source: "a", text: "no id" }, pulse("1")]);
  await before.close();
  const after = await startCollection({ test: t, folder });
  assert.equal(after.ready.head, 2);
  const answer = judged(await after.send([pulse("1"), pulse("2")]));
  assert.deepEqual(answer, { first: 3, count: 1, duplicates: [{ index: 0, seq: 2 }], errors: [] });
  await after.close();
});

test("an id is unique per source, and the border between them counts", async (t) => {
  const thread = await startCollection({ test: t, folder: logFolder(t) });
  const answer = judged(await thread.send([pulse("bc", "x", "a"), pulse("c", "x", "ab"), pulse("bc", "x", "b")]));
  assert.deepEqual([answer.count, answer.duplicates], [3, []]);
  await thread.close();
});

test("ids that differ only in a secret are two", async (t) => {
  const thread = await startCollection({ test: t, folder: logFolder(t) });
  const token = secrets["github-token"]?.[0] as string;
  const answer = judged(await thread.send([pulse(token), pulse(`${token}x`)]));
  assert.equal(answer.count, 2);
  await thread.close();
});

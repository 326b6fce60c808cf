// The log grows by itself, its limit is ours (D05): used pages are counted, at the limit it is 507, before that never.

import assert from "node:assert/strict";
import { test } from "node:test";
import { judged, logFolder, refusal, startCollection } from "./collection-thread.js";

test("400 frames of 64 KB go in; with less room the log is full and says what to do", async (t) => {
  const folder = logFolder(t);
  const frame = Array.from({ length: 8 }, () => ({ source: "a", text: "x".repeat(8_000) }));
  const roomy = await startCollection({ test: t, folder });
  const answers = await Promise.all(Array.from({ length: 400 }, () => roomy.send(frame)));
  assert.equal(
    answers.map(judged).reduce((sum, { count }) => sum + count, 0),
    3_200,
  );
  const { usedBytes, trouble } = await roomy.statusThat(({ head }) => head === 3_200);
  assert.equal(trouble, null);
  assert.ok(usedBytes > 400 * 64_000 && usedBytes < 400 * 64_000 * 1.2, `${usedBytes} bytes used`);
  await roomy.close();

  const maxBytes = usedBytes + 100_000;
  const tight = await startCollection({ test: t, folder, maxBytes });
  judged(await tight.send(frame));
  judged(await tight.send(frame));
  const full = refusal(await tight.send(frame));
  assert.deepEqual([full.status, full.code, full.retryAfter], [507, "HB_LOG_FULL", 60]);
  assert.match(full.message, new RegExp(`log.maxBytes is ${maxBytes}`));
  const status = await tight.statusThat(({ head }) => head === 3_216);
  assert.equal(status.maxBytes, maxBytes);
  assert.match(status.trouble ?? "", /log\.maxBytes/);
  await tight.close();
});

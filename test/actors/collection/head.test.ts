// "Head is N" is told to assembly when N is on the disk, to a new assembly at once; `flush` answers with it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PulsesReader } from "../../../src/log/pulses-reader.js";
import { logFolder, startCollection } from "./collection-thread.js";

test("every head that is told can be read, heads rise, the last one is the head", async (t) => {
  const folder = logFolder(t);
  const thread = await startCollection({ test: t, folder });
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      thread.send([
        { source: "a", text: `x${n}` },
        { source: "a", text: "y" },
      ]),
    ),
  );
  assert.deepEqual(await thread.main.ask({ type: "flush" }), { head: 100 });
  const reader = new PulsesReader(folder);
  const stored = reader.records(0, 100).at(-1)?.last;
  await reader.close();
  await thread.close();
  assert.equal(stored, 100);
  assert.deepEqual(
    thread.heads,
    [...thread.heads].sort((a, b) => a - b),
  );
  assert.equal(thread.heads.at(-1), 100);
  assert.equal(new Set(thread.heads).size, thread.heads.length);
});

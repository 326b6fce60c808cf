// The loop from outside: pulses stream in, beats are forced, /now is read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonOf, problemOf } from "../http/client.js";
import { dataFolderFor, doorsOf, startDaemon } from "./daemon.js";
import { Posters } from "./posters.js";

test("a forced beat holds every pulse that was acked before it was asked for", async (t) => {
  const folder = dataFolderFor(t);
  const daemon = startDaemon(t, folder);
  const doors = await doorsOf(daemon, folder);
  const posters = new Posters();
  const posting = posters.run(doors);
  const watermarks: number[] = [];
  for (let beat = 1; beat <= 6; beat++) {
    await posters.until(posters.acked.size + 50);
    const acked = Math.max(...posters.acked.values());
    const answer = await doors.tcp("/beat", { method: "POST" });
    assert.equal(answer.status, 200, answer.body.toString());
    const now = jsonOf(await doors.unix("/now"));
    assert.equal(now.ordinal, jsonOf(answer).ordinal);
    assert.equal(now.id, jsonOf(answer).id);
    const { watermark } = now.inputs as { watermark: number };
    assert.ok(watermark >= acked, `p${acked} was acked, the beat holds up to p${watermark}`);
    watermarks.push(watermark);
  }
  t.diagnostic(`acked before each beat and held by it: ${watermarks.join(", ")}`);
  daemon.process.kill("SIGTERM");
  assert.deepEqual(await daemon.ended, [0, null]);
  await posting;
});

test("/now: HEAD, ETag and 304, windows, Markdown", async (t) => {
  const folder = dataFolderFor(t);
  const { tcp, unix } = await doorsOf(startDaemon(t, folder), folder);
  for (const door of [tcp, unix]) {
    for (const path of ["/now", "/now.md", "/now?window=9000"]) {
      const full = await door(path);
      assert.equal(full.status, 200);
      const head = await door(path, { method: "HEAD" });
      assert.deepEqual([head.status, head.body.length], [200, 0]);
      for (const name of ["etag", "content-type", "content-length"])
        assert.equal(head.headers[name], full.headers[name]);
      const etag = String(full.headers.etag);
      const known = await door(path, { headers: { "if-none-match": `"other", W/${etag}` } });
      assert.deepEqual([known.status, known.headers.etag, known.body.length], [304, etag, 0]);
      assert.equal((await door(path, { headers: { "if-none-match": '"other"' } })).status, 200);
    }
    const json = await door("/now");
    assert.equal(jsonOf(json).text, (await door("/now", { headers: { accept: "text/markdown" } })).body.toString());
    for (const asked of ["100", "-1", "", "8192x"]) {
      const refused = await door(`/now?window=${asked}`);
      assert.equal(problemOf(refused), "400 HB_WINDOW");
      assert.deepEqual(jsonOf(refused).windows, [8192]);
    }
  }
});

// Clients that go away in the middle or send nonsense: the daemon takes what is whole, nothing else, and serves on.

import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { jsonOf, openRaw, problemOf, pulseAsk, readRaw } from "../http/client.js";
import { storedPulses } from "../log/stored-pulses.js";
import { dataFolderFor, doorsOf, pulseHead, startDaemon } from "./daemon.js";

test("a torn body, requests given up, half a batch", async (t) => {
  const folder = dataFolderFor(t);
  const daemon = startDaemon(t, folder);
  const { where, tcp, unix, health } = await doorsOf(daemon, folder);
  const whole = JSON.stringify({ source: "test", text: "given up after it was sent" });
  const torn = JSON.stringify({ source: "test", text: "never came to its end" });

  for (let round = 0; round < 20; round++) {
    const before = await openRaw(where, pulseHead(folder, torn.length) + torn.slice(0, 20));
    const sent = await openRaw(where, pulseHead(folder, whole.length) + whole);
    // It has come in: the daemon has begun to answer.
    if (round === 0) assert.match(await readRaw(sent, () => true), /^HTTP\/1\.1 201 /);
    const reading = await openRaw(where, "GET /now HTTP/1.1\r\nHost: localhost\r\n");
    await Promise.all([before, sent, reading].map((socket) => socket.destroyed || once(socket.destroy(), "close")));
  }
  assert.equal(problemOf(await tcp("/pulse", pulseAsk(torn.slice(0, -1)))), "400 HB_BODY_JSON");
  assert.equal(problemOf(await unix("/pulse", pulseAsk(""))), "400 HB_BODY_JSON");
  const none = await tcp("/pulse", pulseAsk('[{"source": "test"}]'));
  assert.equal(none.status, 422);
  const some = await unix("/pulse", pulseAsk('[{"source": "test"}, {"source": "test", "text": "beside a bad one"}]'));
  assert.equal(some.status, 201);
  assert.deepEqual(
    (jsonOf(some).errors as { index: number }[]).map(({ index }) => index),
    [0],
  );

  assert.equal((await tcp("/now")).status, 200);
  assert.deepEqual((await health()).problems, []);
  daemon.process.kill("SIGTERM");
  assert.deepEqual(await daemon.ended, [0, null]);
  assert.doesNotMatch(daemon.errors(), /"level":(?:50|60)/);
  const texts = (await storedPulses(join(folder.log, "pulses"))).map(({ text }) => text);
  assert.deepEqual([...new Set(texts)].sort(), ["beside a bad one", "given up after it was sent"]);
});

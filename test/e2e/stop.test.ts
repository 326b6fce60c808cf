// How the daemon ends: in order while pulses stream in, and at once at a second signal.

import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readDaemonFile } from "../../src/config/daemon-file.js";
import { lockHolder } from "../../src/config/lock.js";
import { openRaw } from "../http/client.js";
import { storedPulses } from "../log/stored-pulses.js";
import { dataFolderFor, doorsOf, pulseHead, startDaemon } from "./daemon.js";
import { assertStored, Posters } from "./posters.js";

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  test(`${signal} while pulses stream in: exit code 0, all that was acked is there, nothing is left behind`, async (t) => {
    const folder = dataFolderFor(t);
    const daemon = startDaemon(t, folder);
    const doors = await doorsOf(daemon, folder);
    assert.equal(readDaemonFile(folder.daemon)?.pid, daemon.process.pid);
    assert.equal(lockHolder(folder.lock)?.pid, daemon.process.pid);
    const posters = new Posters();
    const posting = posters.run(doors);
    await posters.until(300);
    daemon.process.kill(signal);
    assert.deepEqual(await daemon.ended, [0, null]);
    await posting;

    assert.deepEqual(
      posters.refused.filter((status) => status !== 503),
      [],
    );
    assertStored(await storedPulses(join(folder.log, "pulses")), posters);
    assert.ok(daemon.errors().indexOf('"stopping"') < daemon.errors().indexOf('"stopped"'));
    assert.doesNotMatch(daemon.errors(), /"level":(?:50|60)/);
    for (const path of [folder.daemon, folder.socket]) assert.equal(existsSync(path), false, path);
    assert.equal(lockHolder(folder.lock), undefined);
    t.diagnostic(`${posters.acked.size} acked, ${posters.refused.length} answered 503, ${posters.unanswered.size} cut`);
  });
}

test("a second signal: the process ends at once by SIGKILL, the log is whole, the next start works", async (t) => {
  const folder = dataFolderFor(t);
  const daemon = startDaemon(t, folder);
  const doors = await doorsOf(daemon, folder);
  const posters = new Posters();
  const posting = posters.run(doors);
  await posters.until(100);
  // A request that does not come to its end keeps the graceful stop waiting for 2 s. It has come in once the one before
  // it on the connection is answered.
  const half = await openRaw(doors.where, `GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n${pulseHead(folder, 9)}`);
  t.after(() => half.destroy());
  await once(half, "data");
  daemon.process.kill("SIGTERM");
  // Those within half a second are the first one again.
  const again = setInterval(() => daemon.process.kill("SIGTERM"), 100);
  const ended = await daemon.ended;
  clearInterval(again);
  assert.deepEqual(ended, [null, "SIGKILL"]);
  assert.match(daemon.errors(), /the stop was forced: a second signal/);
  assert.doesNotMatch(daemon.errors(), /"stopped"/);
  await posting;

  const next = startDaemon(t, folder);
  await posters.settle(await doorsOf(next, folder));
  next.process.kill("SIGTERM");
  assert.deepEqual(await next.ended, [0, null]);
  assertStored(await storedPulses(join(folder.log, "pulses")), posters);
});

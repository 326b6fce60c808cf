// Each optional package missing in turn: the daemon runs all the same, and /health says what is not there and why.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadUws } from "../../src/http/transport-uws.js";
import { jsonOf, pulseAsk } from "../http/client.js";
import { dataFolderFor, doorsOf, startDaemon } from "./daemon.js";
import { copyPackage } from "./package-copy.js";

/** Why uWebSockets.js does not load on this machine; `null` where it does. */
const uwsMissing = await loadUws().then(
  () => null,
  (error: Error) => error.message,
);

for (const without of [[], ["uWebSockets.js"], ["node-llama-cpp"], ["uWebSockets.js", "node-llama-cpp"]]) {
  test(`without ${without.join(" and ") || "leaving anything out"}`, async (t) => {
    const folder = dataFolderFor(t);
    const daemon = startDaemon(t, folder, copyPackage(t, without));
    const doors = await doorsOf(daemon, folder);
    assert.equal((await doors.tcp("/now")).status, 200);

    const { status, transport, inference } = await doors.health();
    const health = jsonOf(await doors.tcp("/health"));
    assert.deepEqual([health.transport, health.inference, status], [transport, inference, "ok"]);
    if (without.includes("uWebSockets.js")) {
      assert.equal(transport?.name, "node:http");
      assert.match(transport.reason ?? "", /^uWebSockets\.js does not load here: Cannot find package/);
    } else {
      assert.deepEqual(transport, { name: uwsMissing === null ? "uWebSockets.js" : "node:http", reason: uwsMissing });
      t.diagnostic(uwsMissing ?? "uWebSockets.js serves");
    }
    assert.equal(inference.state, "off");
    assert.match(
      inference.reason,
      without.includes("node-llama-cpp") ? /node-llama-cpp is not installed/ : /^no model$/,
    );

    const pulse = await doors.tcp("/pulse", pulseAsk('{"source": "test", "text": "kept without it"}'));
    assert.equal(pulse.status, 201, pulse.body.toString());
    assert.equal((await doors.tcp("/beat", { method: "POST" })).status, 200);
    assert.match((await doors.unix("/now.md")).body.toString(), /^- p\d+ .*kept without it$/m);
    daemon.process.kill("SIGTERM");
    assert.deepEqual(await daemon.ended, [0, null]);
  });
}

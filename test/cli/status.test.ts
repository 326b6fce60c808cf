import assert from "node:assert/strict";
import { test } from "node:test";
import type { Health } from "../../src/http/protocol.js";
import { fakeDaemon } from "./fake-daemon.js";
import { runCli } from "./run-cli.js";

const health: Health = {
  status: "degraded",
  problems: ["the log is 81 % full: prune it or raise log.maxBytes"],
  version: "1.2.3",
  pid: 4711,
  uptimeSeconds: 93_784.5,
  rssBytes: 143_000_000,
  transport: { name: "node:http", reason: null },
  paused: { until: null },
  beat: {
    last: { id: "2026-03-13/082", ordinal: 9, time: "2026-03-13T10:56:00.000Z", tookMs: 14.4 },
    next: "2026-03-13T11:04:00.000Z",
    gaps: [{ from: "2026-03-13/010", to: "2026-03-13/060", reason: "asleep" }],
  },
  log: { head: 1234, watermark: 1230, usedBytes: 8.1e9, maxBytes: 1e10 },
  actors: [{ name: "collection", status: "running", restarts: 2 }],
  collectors: [
    { name: "window", status: "unavailable", detail: "no display", lastRun: null, nextRun: null, tookMs: null },
  ],
  inference: { state: "off", reason: "no model" },
};

test("status: health in lines, what is wrong first", async (t) => {
  const { at } = await fakeDaemon(t, { "GET /health": [{ body: health }] });
  const { code, stdout } = await runCli(["status"], { ...at, env: { TZ: "UTC" } });
  assert.equal(code, 0);
  assert.equal(
    stdout,
    `Heartbeat 1.2.3: degraded
  ! the log is 81 % full: prune it or raise log.maxBytes
Daemon             pid 4711, up 1 d 2 h, 143 MB, node:http
Beat               2026-03-13/082 at 10:56:00, took 14 ms; next 11:04:00
Gap                2026-03-13/010 to 2026-03-13/060: asleep
Log                1234 pulses, 8100.0 MB, 81 % of what it may use
Collection         running, restarted 2 times
Window collector   unavailable: no display
Inference          off: no model
Paused             until \`heartbeat resume\`
Data folder        ${at.dir}
`,
  );
});

test("status of a daemon that is down, answered with 503: its lines, exit code 1", async (t) => {
  const { at } = await fakeDaemon(t, { "GET /health": [{ status: 503, body: { ...health, status: "down" } }] });
  const { code, stdout } = await runCli(["status"], at);
  assert.equal(code, 1);
  assert.match(stdout, /^Heartbeat 1\.2\.3: down\n {2}! the log is/);
});

test("status --json: as the daemon says it", async (t) => {
  const { at } = await fakeDaemon(t, { "GET /health": [{ body: health }] });
  assert.deepEqual(JSON.parse((await runCli(["status", "--json"], at)).stdout), health);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeDaemon, problem } from "./fake-daemon.js";
import { runCli } from "./run-cli.js";

test("beat: id and tokens of the new snapshot", async (t) => {
  const { at } = await fakeDaemon(t, { "POST /beat": [{ body: { ordinal: 1, id: "2026-03-13/082.2", tokens: 9 } }] });
  assert.deepEqual(await runCli(["beat"], at), { code: 0, stdout: "2026-03-13/082.2 (9 tokens)\n", stderr: "" });
});

test("pause 1h30m: 90 minutes; pause: until resumed; resume", async (t) => {
  const until = "2026-03-13T10:30:00.000Z";
  const { at, asked } = await fakeDaemon(t, {
    "POST /pause": [{ body: { paused: true, until } }, { body: { paused: true, until: null } }],
    "POST /resume": [{ body: { paused: false } }],
  });
  assert.equal((await runCli(["pause", "1h30m"], at)).stdout, `paused until ${until}\n`);
  assert.equal((await runCli(["pause"], at)).stdout, "paused until `heartbeat resume`\n");
  assert.equal((await runCli(["resume"], at)).stdout, "resumed\n");
  assert.deepEqual(
    asked.map(({ body }) => body),
    ['{"minutes":90}', "", ""],
  );
});

test("a door that is busy: what the daemon says, exit code 1", async (t) => {
  const { at } = await fakeDaemon(t, { "POST /beat": [problem(503, "HB_UNAVAILABLE", "shutting down")] });
  const { code, stderr } = await runCli(["beat"], at);
  assert.deepEqual([code, stderr], [1, "heartbeat: shutting down\n"]);
});

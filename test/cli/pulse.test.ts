import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeDaemon, fakeDaemon } from "./fake-daemon.js";
import { runCli } from "./run-cli.js";

const stored = { status: 201, body: { first: 12, count: 1, duplicates: [], errors: [] } };

function sent({ asked }: FakeDaemon): unknown {
  return JSON.parse(asked[0]?.body ?? "");
}

test("pulse TEXT: one pulse of source cli; prints its ref", async (t) => {
  const daemon = await fakeDaemon(t, { "POST /pulse": [stored] });
  assert.deepEqual(await runCli(["pulse", "asked Claude: why?"], daemon.at), { code: 0, stdout: "p12\n", stderr: "" });
  assert.deepEqual(sent(daemon), { source: "cli", text: "asked Claude: why?" });
  assert.equal(daemon.asked[0]?.headers["content-type"], "application/json");
});

test("pulse with every option", async (t) => {
  const daemon = await fakeDaemon(t, { "POST /pulse": [stored] });
  const options = "--source cal --type event --key k1 --time 1773394200000 --until 2026-03-13T11:00:00+01:00";
  await runCli(["pulse", "Stand-up", ...options.split(" "), "--importance", "0.8"], daemon.at);
  assert.deepEqual(sent(daemon), {
    source: "cal",
    type: "event",
    text: "Stand-up",
    key: "k1",
    time: 1_773_394_200_000,
    until: "2026-03-13T11:00:00+01:00",
    importance: 0.8,
  });
});

test("pulse --retract needs no text", async (t) => {
  const daemon = await fakeDaemon(t, { "POST /pulse": [stored] });
  await runCli(["pulse", "--retract", "--source", "cal", "--key", "k1"], daemon.at);
  assert.deepEqual(sent(daemon), { source: "cal", key: "k1", retract: true });
});

test("pulse - reads stdin to its end; what is over 8 KiB is shortened at a grapheme", async (t) => {
  const daemon = await fakeDaemon(t, { "POST /pulse": [stored] });
  const { code } = await runCli(["pulse", "-"], { ...daemon.at, stdin: `a${"👩‍👩‍👧".repeat(50_000)}` });
  const { text } = sent(daemon) as { text: string };
  assert.equal(code, 0);
  assert.match(text, /^a(?:👩‍👩‍👧)+…$/u);
  assert.ok(Buffer.byteLength(text) <= 8192 && Buffer.byteLength(text) > 8192 - 25, String(Buffer.byteLength(text)));
});

test("pulse -: the line break at the end of stdin is none of the text", async (t) => {
  const daemon = await fakeDaemon(t, { "POST /pulse": [stored] });
  await runCli(["pulse", "-"], { ...daemon.at, stdin: "two\nlines\n" });
  assert.deepEqual(sent(daemon), { source: "cli", text: "two\nlines" });
});

test("pulse --beat: makes a snapshot after it", async (t) => {
  const beat = { body: { ordinal: 3, id: "2026-03-13/082.1", tokens: 512 } };
  const daemon = await fakeDaemon(t, { "POST /pulse": [stored], "POST /beat": [beat] });
  assert.equal((await runCli(["pulse", "x", "--beat"], daemon.at)).stdout, "p12\n2026-03-13/082.1 (512 tokens)\n");
  assert.deepEqual(
    daemon.asked.map(({ what }) => what),
    ["POST /pulse", "POST /beat"],
  );
});

test("a pulse the daemon doesn't take: its sentence, exit code 1", async (t) => {
  const error = { index: 0, code: "HB_PULSE_TIME", message: "time: expected an offset, got none", permanent: true };
  const body = { first: null, count: 0, duplicates: [], errors: [error] };
  const { at } = await fakeDaemon(t, { "POST /pulse": [{ status: 422, body }] });
  const ended = await runCli(["pulse", "x", "--time", "2026-03-13T09:00"], at);
  assert.deepEqual(ended, { code: 1, stdout: "", stderr: "heartbeat: time: expected an offset, got none\n" });
});

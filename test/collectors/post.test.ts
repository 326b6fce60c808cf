// How collectors hand their pulses over: where to, as whom, and what they make of the answer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CollectorBench } from "./collector-bench.js";

const onePulse = "begin probe; emit source probe text hello; post; echo taken";

test("over TCP: with the token, under the collector's name, whatever proxy and curlrc say", async (t) => {
  const bench = await CollectorBench.open(t);
  bench.env.http_proxy = "http://127.0.0.1:9";
  bench.fake("never", "");
  const ran = await bench.withLibrary(`echo 'proxy = "http://127.0.0.1:9"' >"$HOME/.curlrc"; ${onePulse}`);
  assert.deepEqual(ran, { code: 0, stdout: "taken\n", stderr: "" });
  const [request] = bench.daemon.requests;
  assert.equal(request?.entrance, "tcp");
  assert.equal(request?.url, "/pulse");
  assert.equal(request?.headers["content-type"], "application/json");
  assert.equal(request?.headers.authorization, "Bearer made-up-token");
  assert.equal(request?.headers["heartbeat-collector"], "probe");
  assert.equal(request?.headers.origin, undefined);
  assert.deepEqual(bench.takeTexts(), ["hello"]);
});

test("the unix socket is preferred; a socket that is gone is passed over for TCP", async (t) => {
  const bench = await CollectorBench.open(t, { socket: true });
  await bench.withLibrary(onePulse);
  bench.env.HEARTBEAT_SOCKET = join(bench.folder, "gone");
  await bench.withLibrary(onePulse);
  assert.deepEqual(
    bench.daemon.requests.map((request) => request.entrance),
    ["unix", "tcp"],
  );
});

test("the token is on no command line", async (t) => {
  const bench = await CollectorBench.open(t);
  bench.fake("curl", `printf '%s\\n' "$@" >"$HOME/arguments"; cat >"$HOME/settings"; printf 200`);
  const ran = await bench.withLibrary(onePulse);
  assert.equal(ran.code, 0, ran.stderr);
  assert.doesNotMatch(readFileSync(join(bench.folder, "arguments"), "utf8"), /made-up-token/);
  assert.match(readFileSync(join(bench.folder, "settings"), "utf8"), /made-up-token/);
});

test("refused or unreachable: exit 75 and why", async (t) => {
  const bench = await CollectorBench.open(t);
  for (const [status, said] of [
    [503, "HTTP 503 come again"],
    [401, "HTTP 401 come again"],
    [413, "HTTP 413 come again"],
  ] as const) {
    bench.daemon.refuse = { status, body: '{"title": "x", "detail": "come again"}' };
    const ran = await bench.withLibrary(onePulse);
    assert.deepEqual(ran, { code: 75, stdout: "", stderr: `the daemon did not take the pulses: ${said}\n` });
  }
  bench.env.HEARTBEAT_URL = "http://127.0.0.1:9";
  const ran = await bench.withLibrary(onePulse);
  assert.equal(ran.code, 75);
  assert.match(ran.stderr, /^the daemon did not take the pulses: curl: \(7\) .*127\.0\.0\.1 port 9/);
});

test("a pulse the daemon judged bad is said, and not sent for ever", async (t) => {
  const bench = await CollectorBench.open(t);
  const errors =
    '"errors":[{"index":0,"code":"HB_PULSE_TEXT","message":"text: expected a statement","permanent":true}]';
  for (const status of [200, 422]) {
    bench.daemon.refuse = { status, body: `{"first":null,"count":0,"duplicates":[],${errors}}` };
    const ran = await bench.withLibrary(onePulse);
    assert.deepEqual(ran, {
      code: 0,
      stdout: "taken\n",
      stderr: "the daemon rejected a pulse: text: expected a statement\n",
    });
  }
});

test("many pulses go in several requests, in order", async (t) => {
  const bench = await CollectorBench.open(t);
  const ran = await bench.withLibrary(
    'begin probe; i=0; while [ $i -lt 450 ]; do emit source probe text "n $i"; i=$((i + 1)); done; post',
  );
  assert.equal(ran.code, 0, ran.stderr);
  assert.equal(bench.daemon.requests.length, 3);
  assert.deepEqual(
    bench.takeTexts(),
    Array.from({ length: 450 }, (_, i) => `n ${i}`),
  );
});

test("what is missing is named", async (t) => {
  const bench = await CollectorBench.open(t);
  bench.env.HEARTBEAT_STATE = "";
  assert.match((await bench.withLibrary("begin probe")).stderr, /^HEARTBEAT_STATE is not set/);
  bench.env.HEARTBEAT_STATE = join(bench.folder, "state");
  const ran = await bench.withLibrary("PATH=; begin probe");
  assert.deepEqual(ran, {
    code: 69,
    stdout: "not available here: curl is missing; install the package curl\n",
    stderr: "",
  });
});

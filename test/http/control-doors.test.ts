import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { HeartbeatError } from "../../src/errors.js";
import type { SupervisorMessage } from "../../src/http/protocol.js";
import { ask, jsonOf, problemOf } from "./client.js";
import { overTransports, type Running, startHttp } from "./harness.js";
import { health } from "./samples.js";

overTransports("the doors main answers", (transport) => {
  let http: Running;
  let asked: SupervisorMessage[];
  let answer: (message: SupervisorMessage) => unknown;
  before(async () => {
    http = await startHttp(transport, {
      main: (message) => {
        asked.push(message);
        return answer(message);
      },
    });
  });
  after(() => http.close());
  beforeEach(() => {
    asked = [];
    answer = () => health;
  });
  const post = (path: string, body = "") => http.tcp(path, { method: "POST", body });

  test("GET /health: everything with the token or over the unix socket", async () => {
    assert.deepEqual(jsonOf(await http.tcp("/health")), health);
    assert.deepEqual(jsonOf(await http.unix("/health")), health);
  });

  test("GET /health: status words only without a valid token", async () => {
    const words = {
      status: "ok",
      actors: [{ name: "collection", status: "ok" }],
      collectors: [{ name: "git", status: "ok" }],
    };
    assert.deepEqual(jsonOf(await ask(http.where, "/health")), words);
    assert.deepEqual(jsonOf(await http.tcp("/health", { headers: { authorization: "Bearer wrong" } })), words);
  });

  test("GET /health: 200 when degraded, 503 when down", async () => {
    for (const [status, code] of [
      ["degraded", 200],
      ["down", 503],
    ] as const) {
      answer = () => ({ ...health, status });
      const got = await http.tcp("/health");
      assert.deepEqual([got.status, jsonOf(got).status], [code, status]);
    }
  });

  test("GET /health: 503 within about a second when main does not answer; main is asked once for all who ask", async () => {
    let release!: (value: unknown) => void;
    const held = new Promise((resolve) => {
      release = resolve;
    });
    answer = () => held;
    const began = performance.now();
    const answers = await Promise.all([1, 2, 3].map(() => http.tcp("/health")));
    assert.ok(performance.now() - began < 3_000);
    assert.deepEqual(answers.map(problemOf), Array(3).fill("503 HB_UNAVAILABLE"));
    assert.match(String(jsonOf(answers[0] as never).detail), /main thread did not answer within 1 s/);
    assert.equal(asked.length, 1);
    release(health);
    answer = () => health;
    assert.equal((await http.tcp("/health")).status, 200);
  });

  test("POST /beat, /resume, /token hand on what main says", async () => {
    const said = {
      beat: { ordinal: 4, id: "2026-03-13/081.1", tokens: 900 },
      resume: { paused: false },
      rotateToken: { token: "new" },
    };
    answer = (message) => said[message.type as keyof typeof said];
    assert.deepEqual(jsonOf(await post("/beat")), said.beat);
    assert.deepEqual(jsonOf(await post("/resume")), said.resume);
    const rotated = await post("/token");
    assert.deepEqual(jsonOf(rotated), said.rotateToken);
    assert.equal(rotated.headers["cache-control"], "no-store");
    assert.deepEqual(asked, [{ type: "beat" }, { type: "resume" }, { type: "rotateToken" }]);
  });

  test("POST /pause: with minutes, without, with an empty object", async () => {
    answer = () => ({ paused: true, until: null });
    for (const body of ["", "{}", '{"minutes":30}', '{"minutes":0.5}']) {
      assert.deepEqual(jsonOf(await post("/pause", body)), { paused: true, until: null });
    }
    assert.deepEqual(asked, [
      { type: "pause" },
      { type: "pause" },
      { type: "pause", minutes: 30 },
      { type: "pause", minutes: 0.5 },
    ]);
  });

  test("POST /pause: anything else is a 400 and does not reach main", async () => {
    for (const body of [
      "{",
      "30",
      "[]",
      "null",
      '{"minutes":0}',
      '{"minutes":"30"}',
      '{"minutes":1e9}',
      '{"minute":3}',
    ]) {
      const got = await post("/pause", body);
      assert.equal(problemOf(got), "400 HB_REQUEST", body);
      assert.match(String(jsonOf(got).detail), /expected .*minutes.* came$/);
    }
    assert.deepEqual(asked, []);
  });

  test("an error of main keeps its code and hint", async () => {
    answer = () => {
      throw new HeartbeatError("HB_LOG_WRITE", "the snapshot could not be stored", { hint: "make room" });
    };
    const got = await post("/beat");
    assert.equal(problemOf(got), "500 HB_LOG_WRITE");
    assert.equal(jsonOf(got).hint, "make room");
    assert.equal(jsonOf(got).type, "urn:heartbeat:problem:HB_LOG_WRITE");
  });

  test("an error that goes by itself is a 503 with Retry-After", async () => {
    for (const code of ["HB_UNAVAILABLE", "HB_TIMEOUT", "HB_ACTOR_EXIT", "HB_BUSY"]) {
      answer = () => {
        throw new HeartbeatError(code, "assembly is down");
      };
      const got = await post("/beat");
      assert.deepEqual([problemOf(got), got.headers["retry-after"]], [`503 ${code}`, "1"]);
    }
  });

  test("unknown path 404; known path, other method 405 with Allow", async () => {
    assert.equal(problemOf(await http.tcp("/nothing")), "404 HB_NOT_FOUND");
    assert.equal(problemOf(await http.tcp("/now/")), "404 HB_NOT_FOUND");
    for (const [path, method, allow] of [
      ["/now", "POST", "GET, HEAD"],
      ["/health", "DELETE", "GET, HEAD"],
      ["/pulse", "GET", "POST"],
      ["/beat", "HEAD", "POST"],
      ["/token", "OPTIONS", "POST"],
    ] as const) {
      const got = await http.tcp(path, { method });
      assert.deepEqual([got.status, got.headers.allow], [405, allow], `${method} ${path}`);
    }
  });
});

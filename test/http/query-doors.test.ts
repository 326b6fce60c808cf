import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { maxWaiting } from "../../src/actors/query/client.js";
import type { QueryMessage, QueryResult } from "../../src/actors/query/protocol.js";
import { HeartbeatError } from "../../src/errors.js";
import { jsonOf, problemOf } from "./client.js";
import { overTransports, type Running, startHttp } from "./harness.js";
import { snapshot } from "./samples.js";

overTransports("the doors the query actor answers", (transport) => {
  let http: Running;
  let asked: QueryMessage[] = [];
  let woken = 0;
  let wake: () => unknown = () => undefined;
  let answer: (message: QueryMessage) => QueryResult | Promise<QueryResult>;
  const found = (text: string, contentType = "application/json"): QueryResult => ({
    type: "found",
    contentType,
    body: Buffer.from(text),
  });
  const connect = () =>
    http.connectQuery((message) => {
      asked.push(message);
      return answer(message);
    });
  before(async () => {
    http = await startHttp(transport, {
      main: ({ type }) => {
        assert.equal(type, "wakeQuery");
        woken++;
        return wake();
      },
    });
    await http.fromAssembly({ type: "snapshot", snapshot: snapshot(1, Date.now()) });
  });
  after(() => http.close());
  beforeEach(() => {
    asked = [];
    answer = () => found("{}");
  });

  test("nothing is started before something is asked; an actor that can't start is a problem, and tried again", async () => {
    assert.equal((await http.tcp("/now")).status, 200);
    assert.equal(woken, 0);
    wake = () => {
      throw new HeartbeatError("HB_LOG_OPEN", "the log can't be opened");
    };
    assert.equal(problemOf(await http.tcp("/pulses")), "500 HB_LOG_OPEN");
    wake = () => void connect();
    assert.equal((await http.tcp("/pulses")).status, 200);
    assert.equal((await http.tcp("/pulses")).status, 200);
    assert.equal(woken, 2);
  });

  test("what is asked reaches the actor, with its defaults", async () => {
    const questions: Record<string, QueryMessage> = {
      "/pulses": { type: "pulses", after: 0, limit: 1_000 },
      "/pulses?after=7&limit=10000": { type: "pulses", after: 7, limit: 10_000 },
      "/snapshots": { type: "day", limit: 360 },
      "/snapshots?day=2024-02-29&after=081.3&limit=2&window=4096": {
        type: "day",
        limit: 2,
        day: "2024-02-29",
        after: "081.3",
        window: 4_096,
      },
      "/snapshots/2026-03-13/081": { type: "snapshot", id: "2026-03-13/081", format: "json" },
      "/snapshots/2026-03-13/179.12?window=1": { type: "snapshot", id: "2026-03-13/179.12", format: "json", window: 1 },
      "/why/p5": { type: "why", ref: "p5" },
      "/why/b12?beat=2026-03-13/081.1": { type: "why", ref: "b12", beat: "2026-03-13/081.1" },
      "/why/p1..p9%40a%2Fb%20c?day=2026-03-13": { type: "why", ref: "p1..p9@a/b c", day: "2026-03-13" },
    };
    for (const [path, message] of Object.entries(questions)) {
      asked = [];
      for (const entrance of ["tcp", "unix"] as const) assert.equal((await http[entrance](path)).status, 200, path);
      assert.deepEqual(asked, [message, message], path);
    }
  });

  test("the answer's bytes go out as they are, under their type", async () => {
    answer = () => found('{"ref":"p1"}\n{"ref":"p2 – ⏎"}\n', "application/x-ndjson");
    const { body, headers } = await http.tcp("/pulses");
    assert.equal(body.toString(), '{"ref":"p1"}\n{"ref":"p2 – ⏎"}\n');
    assert.deepEqual([headers["content-type"], headers["cache-control"]], ["application/x-ndjson", "no-store"]);
  });

  test("a stored snapshot as Markdown by Accept", async () => {
    answer = (message) => found(JSON.stringify(message));
    const got = await http.tcp("/snapshots/2026-03-13/081", { headers: { accept: "text/markdown" } });
    assert.deepEqual([jsonOf(got).format, got.headers.vary], ["markdown", "Accept"]);
  });

  test("what is not there is a problem that says so", async () => {
    answer = () => ({ type: "refused", status: 404, code: "HB_NO_BEAT", message: "there is no such snapshot" });
    const got = await http.tcp("/snapshots/2026-03-13/081");
    assert.equal(problemOf(got), "404 HB_NO_BEAT");
    assert.equal(jsonOf(got).detail, "there is no such snapshot");
  });

  test("bad input is a 400 that says what was expected and what came, and asks nobody", async () => {
    const bad: Record<string, [expected: RegExp, got: string]> = {
      "/pulses?after=-1": [/from 0 to/, "-1"],
      "/pulses?limit=0": [/from 1 to 10000/, "0"],
      "/pulses?limit=10001": [/from 1 to 10000/, "10001"],
      "/pulses?limit=": [/whole number/, ""],
      "/pulses?since=1": [/\?after=, \?limit=/, "?since="],
      "/pulses?after=1&after=2": [/\?after= once/, "several"],
      "/snapshots?day=2026-02-30": [/YYYY-MM-DD/, "2026-02-30"],
      "/snapshots?after=81": [/NNN/, "81"],
      "/snapshots/2026-03-13/180": [/000 to 179/, "2026-03-13/180"],
      "/snapshots/2026-03-13/081.0": [/NNN\.k/, "2026-03-13/081.0"],
      "/snapshots/yesterday/081": [/YYYY-MM-DD/, "yesterday/081"],
      "/why/q5": [/a ref: /, "q5"],
      "/why/p1..p9": [/a ref: /, "p1..p9"],
      "/why/%ff": [/percent-encoded/, "%ff"],
      "/why/p1?beat=2026-03-13": [/YYYY-MM-DD\/NNN/, "2026-03-13"],
      "/why/p1?beat=2026-03-13/081&day=2026-03-13": [/one of/, "both"],
      "/why/p1?window=0": [/from 1 to/, "0"],
    };
    for (const [path, [expected, got]] of Object.entries(bad)) {
      const answered = await http.tcp(path);
      assert.equal(problemOf(answered), "400 HB_REQUEST", path);
      assert.match(String(jsonOf(answered).expected), expected, path);
      assert.equal(jsonOf(answered).got, got, path);
    }
    assert.deepEqual(asked, []);
  });

  test("other paths and methods: 404, 405", async () => {
    for (const path of ["/why", "/why/", "/why/p1/p2", "/snapshots/2026-03-13", "/snapshots/*/*/*", "/*/*"]) {
      assert.equal(problemOf(await http.tcp(path)), "404 HB_NOT_FOUND", path);
    }
    const { status, headers } = await http.tcp("/why/p1", { method: "POST" });
    assert.deepEqual([status, headers.allow], [405, "GET, HEAD"]);
  });

  test("too many questions at once: 503 with Retry-After; /now goes on, and there is room again afterwards", async () => {
    const held: ((result: QueryResult) => void)[] = [];
    let full: (() => void) | undefined;
    const isFull = new Promise<void>((resolve) => {
      full = resolve;
    });
    answer = () =>
      new Promise((resolve) => {
        if (held.push(resolve) === maxWaiting) full?.();
      });
    const waiting = Array.from({ length: maxWaiting }, () => http.unix("/pulses"));
    await isFull;
    const refused = await http.tcp("/pulses");
    assert.equal(problemOf(refused), "503 HB_BUSY");
    assert.equal(refused.headers["retry-after"], "1");
    assert.equal((await http.tcp("/now")).status, 200);
    answer = () => found("{}");
    for (const resolve of held) resolve(found("{}"));
    assert.ok((await Promise.all(waiting)).every(({ status }) => status === 200));
    assert.equal((await http.tcp("/pulses")).status, 200);
  });

  test("an actor that goes away: who waits is told to come again; the next one answers", async () => {
    let came: (() => void) | undefined;
    const isAsked = new Promise<void>((resolve) => {
      came = resolve;
    });
    const port = http.connectQuery(() => {
      came?.();
      return new Promise(() => undefined);
    });
    const waiting = http.tcp("/pulses");
    await isAsked;
    port.close();
    assert.equal(problemOf(await waiting), "503 HB_UNAVAILABLE");
    connect();
    answer = () => found("{}");
    assert.equal((await http.tcp("/pulses")).status, 200);
  });
});

// What /forget and /prune are asked for is checked at the door; main gets refs, sources and instants.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { HeartbeatError } from "../../src/errors.js";
import type { SupervisorMessage } from "../../src/http/protocol.js";
import { ask, jsonOf, problemOf, pulseAsk } from "./client.js";
import { overTransports, type Running, startHttp } from "./harness.js";

const instant = Date.parse("2026-03-13T10:00:00Z");

overTransports("the doors that take something out of the log", (transport) => {
  let http: Running;
  let asked: SupervisorMessage[];
  let answer: () => unknown;
  before(async () => {
    http = await startHttp(transport, {
      main: (message) => {
        asked.push(message);
        return answer();
      },
    });
  });
  after(() => http.close());
  beforeEach(() => {
    asked = [];
    answer = () => ({ pulses: 1, snapshots: 2 });
  });
  const post = (path: string, body: unknown) =>
    http.tcp(path, pulseAsk(typeof body === "string" ? body : JSON.stringify(body)));

  test("what is well said goes to main, and its answer comes back", async () => {
    for (const what of [{ ref: "p5" }, { ref: "b12" }, { ref: "p5..p60@log x" }, { source: "chat" }]) {
      assert.deepEqual(jsonOf(await post("/forget", what)), { pulses: 1, snapshots: 2 });
      assert.deepEqual(asked.pop(), { type: "forget", what });
    }
    const between = ["2026-03-13T11:00:00+01:00", instant + 1];
    assert.equal((await post("/forget", { between })).status, 200);
    assert.deepEqual(asked.pop(), { type: "forget", what: { between: [instant, instant + 1] } });
    assert.equal((await post("/prune", { before: "2026-03-13T10:00:00Z" })).status, 200);
    assert.deepEqual(asked, [{ type: "prune", before: instant }]);
  });

  test("anything else is a 400 and does not reach main", async () => {
    const wrong: readonly (readonly [path: string, body: unknown])[] = [
      ["/forget", "{"],
      ["/forget", ""],
      ["/forget", {}],
      ["/forget", { ref: "i1" }],
      ["/forget", { ref: "p5", source: "chat" }],
      ["/forget", { source: "" }],
      ["/forget", { all: true }],
      ["/forget", { between: [instant] }],
      ["/forget", { between: [instant, "10:00"] }],
      ["/forget", { between: [instant, instant - 1] }],
      ["/prune", {}],
      ["/prune", { before: "yesterday" }],
      ["/prune", { before: instant, also: 1 }],
    ];
    for (const [path, body] of wrong) {
      assert.equal(problemOf(await post(path, body)), "400 HB_REQUEST", `${path} ${JSON.stringify(body)}`);
    }
    assert.deepEqual(asked, []);
  });

  test("without the token nothing is forgotten; a ref that is not there is a 404", async () => {
    assert.equal(problemOf(await ask(http.where, "/forget", pulseAsk('{"ref":"p5"}'))), "401 HB_UNAUTHORIZED");
    assert.deepEqual(asked, []);
    answer = () => {
      throw new HeartbeatError("HB_NO_REF", "nothing has it", { hint: "take another" });
    };
    assert.equal(problemOf(await post("/forget", { ref: "p5" })), "404 HB_NO_REF");
  });
});

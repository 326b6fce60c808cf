// The whole house is asked about its past: the query actor starts when it is first needed, and again when it fails.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { WhyBeat } from "../../../src/actors/query/protocol.js";
import { realHouse } from "./house.js";

test("pulses, a stored snapshot and why; the actor's thread starts with the first question and survives a crash", async (t) => {
  const house = await realHouse(t);
  const state = async (): Promise<string | undefined> =>
    (await house.health()).actors.find(({ name }) => name === "query")?.status;
  await house.ask("POST", "/pulse", [
    { source: "test", text: "built" },
    { source: "test", text: "built" },
  ]);
  await house.ask("POST", "/beat");
  const now = await house.ask("GET", "/now");
  const { id } = JSON.parse(now.body) as { id: string };
  assert.equal(await state(), "idle");
  assert.equal((await house.health()).status, "ok");

  assert.deepEqual(await house.ask("GET", `/snapshots/${id}`), now);
  assert.equal(await state(), "running");
  assert.match((await house.ask("GET", "/pulses?limit=1")).body, /^\{"seq":1,"ref":"p1","receivedAt":"[^\n]*\}\n$/);
  const why = JSON.parse((await house.ask("GET", "/why/p2")).body) as WhyBeat;
  assert.deepEqual([why.answer, why.into, why.section, why.at.id], ["merged", "p1", "NOW", id]);

  house.crash("query");
  for (;;) {
    const actor = (await house.health()).actors.find(({ name }) => name === "query");
    if (actor?.status === "running" && actor.restarts === 1) break;
    assert.notEqual((await house.health()).status, "down");
  }
  assert.deepEqual(await house.ask("GET", `/snapshots/${id}`), now);
});

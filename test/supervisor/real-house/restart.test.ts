// Each actor in turn fails in the middle of the running house: it is started again, and the loop goes on.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ActorName } from "../../../src/actors/house.js";
import { type RealHouse, realHouse } from "./house.js";

for (const name of ["collection", "assembly", "http"] as const) {
  test(`${name} fails: it is started again, /now still has the snapshot, and the next beat holds a new pulse`, async (t) => {
    const house = await realHouse(t);
    await house.ask("POST", "/pulse", { source: "test", text: "before the crash" });
    assert.equal((await house.ask("POST", "/beat")).status, 200);
    house.crash(name);
    // While http itself is down nobody answers; any other actor is not missed.
    await untilRestarted(house, name, async () => {
      if (name !== "http") assert.equal((await house.ask("GET", "/now")).status, 200);
    });

    const now = await house.ask("GET", "/now.md");
    assert.equal(now.status, 200, now.body);
    assert.match(now.body, /before the crash/);
    const pulse = await house.ask("POST", "/pulse", { source: "test", text: "after the crash" });
    assert.equal(pulse.status, 201, pulse.body);
    const beat = await house.ask("POST", "/beat");
    assert.equal(beat.status, 200, beat.body);
    assert.match((await house.ask("GET", "/now.md")).body, /before the crash.*after the crash/s);
    assert.deepEqual((await house.health()).problems, []);
  });
}

/** Asks until the restart is over; `meanwhile` is called between the questions, at least once. */
async function untilRestarted(house: RealHouse, name: ActorName, meanwhile: () => Promise<void>): Promise<void> {
  for (;;) {
    await meanwhile();
    const health = await house.health().catch(() => undefined);
    const actor = health?.actors.find((one) => one.name === name);
    if (health?.status === "ok" && actor?.restarts === 1) return;
    await new Promise(setImmediate);
  }
}

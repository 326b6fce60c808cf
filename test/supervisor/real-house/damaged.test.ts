// The newest record of the pulses log was damaged while the daemon was stopped (field cases B02, D07): it starts, serves
// all that is readable, names the record in /health, and no ref is given to another pulse.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { damage } from "../../log/damage.js";
import { type RealHouse, realHouse } from "./house.js";

/** Stores a pulse; gives its seq. */
async function store(house: RealHouse, text: string): Promise<number> {
  const { status, body } = await house.ask("POST", "/pulse", { source: "test", text });
  assert.equal(status, 201, body);
  return JSON.parse(body).first;
}

for (const [when, beatBefore] of [
  ["before its beat", false],
  ["after its beat", true],
] as const) {
  test(`damaged ${when}`, async (t) => {
    const house = await realHouse(t);
    await store(house, "sound");
    const lost = await store(house, "damaged");
    if (beatBefore) assert.equal((await house.ask("POST", "/beat")).status, 200);
    await house.supervisor.stop();
    damage(join(house.folder.log, "pulses"), "damaged");

    const again = await realHouse(t, house.folder.dir);
    const { status, problems } = await again.health();
    assert.deepEqual([status, problems.length], ["degraded", 1], problems.join("\n"));
    assert.match(problems[0] ?? "", new RegExp(`^record p${lost} of the pulses log is damaged: .*; it is left out`));
    const next = await store(again, "new");
    assert.ok(next > lost, `p${next} after p${lost}`);
    assert.equal((await again.ask("POST", "/beat")).status, 200);
    const now = (await again.ask("GET", "/now.md")).body;
    assert.match(now, new RegExp(`sound.*p${next} .*new`, "s"));
    assert.equal(now.includes("damaged"), beatBefore, "what a snapshot was made from before stays folded in");
  });
}

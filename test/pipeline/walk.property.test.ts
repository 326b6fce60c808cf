// An event, said once, walks PROJECTION → NOW → HISTORY as ticks pass: never back, never out.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { beatMs, blockOf, blockStart } from "../../src/pipeline/beat-clock.js";
import { digestFrame } from "../../src/pipeline/digest.js";
import { fold } from "../../src/pipeline/fold.js";
import { emptyState } from "../../src/pipeline/state.js";
import { createStep } from "../../src/pipeline/step.js";
import { tickOf } from "./arbitrary-day.js";
import { words } from "./timeline.js";

const step = createStep(words);
const said = Date.UTC(2026, 2, 13, 9, 5);
const hours = 3 * 3_600_000;
const order = ["PROJECTION", "NOW", "HISTORY"];

/** Where the only line stands at each tick. */
function walk(ahead: number, lasts: number | null, keyed: boolean, ticks: number): string[] {
  const time = said + ahead;
  const pulse = {
    source: "calendar",
    text: "Retro",
    time,
    ...(lasts !== null && { until: time + lasts }),
    ...(keyed && { key: "e" }),
  };
  let state = fold(emptyState(), digestFrame({ first: 1, receivedAt: said, epoch: 0, pulses: [pulse] }));
  return Array.from({ length: ticks }, (_, n) => {
    const stepped = step(state, tickOf(blockStart(blockOf(said) + 1 + n), n + 1));
    state = stepped.state;
    const sections = stepped.snapshot.windows[0]?.sections ?? [];
    return sections
      .filter(({ items }) => items.length > 0)
      .map(({ name, items }) => `${name}${items.length > 1 ? items.length : ""}`)
      .join();
  });
}

test("it stands in one section at every tick, in this order, and enters NOW at the first tick at or after its begin", () => {
  const lasts = fc.option(fc.nat(hours));
  fc.assert(
    fc.property(fc.integer({ min: 60_000, max: hours }), lasts, fc.boolean(), (ahead, length, keyed) => {
      const ticks = Math.ceil((ahead + (length ?? 0) + hours) / beatMs);
      const stations = walk(ahead, length, keyed, ticks);
      for (const [n, station] of stations.entries()) {
        const at = order.indexOf(station);
        assert.ok(at >= 0, station);
        assert.ok(at >= order.indexOf(stations[n - 1] ?? "PROJECTION"), "it went back");
        const instant = blockStart(blockOf(said) + 1 + n);
        assert.equal(station === "PROJECTION", instant < said + ahead);
        if (length !== null && instant >= said + ahead && instant < said + ahead + length) assert.equal(station, "NOW");
      }
      assert.equal(stations.at(-1), "HISTORY");
    }),
    { numRuns: 100 },
  );
});

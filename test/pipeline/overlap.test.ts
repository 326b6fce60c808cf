// Spans that overlap, touch or have no length (field case A03): each keeps its own, and no number of a snapshot is
// negative or not finite.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { at, linesOf, type Said, Timeline } from "./timeline.js";

test("a short event within a long one: both are shown with their own span", () => {
  const timeline = new Timeline();
  timeline.say("10:00", { text: "Doc", time: "10:00", until: "12:00" });
  timeline.say("11:00", { text: "Mail", time: "11:00", until: "11:00:10" });
  assert.deepEqual(linesOf(timeline.tick("11:04"), "NOW"), ["- p1 10:00–12:00 Doc", "- p2 11:00 Mail"]);
});

const clock = fc.integer({ min: 0, max: 3 * 3_600 });
const said = fc.record({
  text: fc.constantFrom("Doc", "Mail"),
  key: fc.constantFrom(undefined, "k"),
  begin: clock,
  length: fc.option(clock),
});

/** Seconds after 10:00 as `Said` takes them. */
function time(seconds: number): string {
  return new Date(at("10:00") + seconds * 1_000).toISOString().slice(0, 19);
}

test("whatever overlaps, no number is negative", () => {
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 8 }), (spans) => {
      const timeline = new Timeline({ windows: [1_024] });
      for (const { text, key, begin, length } of spans) {
        const pulse: Said = {
          text,
          time: time(begin),
          ...(length !== null && { until: time(begin + length) }),
          ...(key !== undefined && { key }),
        };
        timeline.say("11:00", pulse);
      }
      for (const instant of ["11:04", "12:00", "2026-03-13T17:04"]) check(timeline.tick(instant));
    }),
    { numRuns: 150 },
  );
});

/** Every number anywhere in the snapshot. */
function check(value: unknown, path = "snapshot"): void {
  if (typeof value === "number") assert.ok(Number.isFinite(value) && value >= 0, `${path} is ${value}`);
  if (typeof value !== "object" || value === null) return;
  const { from, until } = value as { readonly from?: string; readonly until?: string };
  if (from !== undefined && until !== undefined) assert.ok(from <= until, `${path}: from ${from} until ${until}`);
  for (const [name, inner] of Object.entries(value)) check(inner, `${path}.${name}`);
}

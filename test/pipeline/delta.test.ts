// A snapshot packed as a delta comes back the same, key by key, whatever came before it on its day.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Delta, DeltaDay, type DeltaTick } from "../../src/pipeline/delta.js";
import type { Snapshot } from "../../src/pipeline/snapshot.js";
import { loadCount } from "../../src/pipeline/tokens.js";
import { sequence } from "./made-snapshots.js";
import type { RecordedPulse } from "./recorded.js";
import { runPulses } from "./run-pulses.js";

type Made = readonly { readonly tick: DeltaTick; readonly snapshot: Snapshot }[];

function throughJson(delta: Delta): Delta {
  return JSON.parse(JSON.stringify(delta)) as Delta;
}

function assertSame(day: DeltaDay, snapshot: Snapshot): void {
  assert.equal(JSON.stringify(day.snapshot), JSON.stringify(snapshot));
}

function packAll(made: Made): readonly Delta[] {
  const day = new DeltaDay();
  return made.map(({ tick, snapshot }) => throughJson(day.pack(tick, snapshot)));
}

describe("delta", () => {
  it("gives any sequence of snapshots back", () => {
    fc.assert(
      fc.property(sequence, (made) => {
        const day = new DeltaDay();
        for (const [i, delta] of packAll(made).entries()) {
          const { tick, snapshot } = made[i] as Made[number];
          day.take(tick, delta);
          assertSame(day, snapshot);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("goes on where a reader of the day's records stands, as the writer itself would", () => {
    fc.assert(
      fc.property(sequence, fc.nat(), (made, n) => {
        const deltas = packAll(made);
        const restart = n % made.length;
        const day = new DeltaDay();
        for (const [i, { tick, snapshot }] of made.entries()) {
          if (i < restart) day.take(tick, deltas[i] as Delta);
          else assert.deepEqual(throughJson(day.pack(tick, snapshot)), deltas[i]);
        }
      }),
    );
  });

  it("stores an item once: what was shown before is a number", () => {
    fc.assert(
      fc.property(sequence, (made) => {
        const seen = new Set<string>();
        for (const [i, [likes]] of packAll(made).entries()) {
          const before = seen.size;
          for (const { sections } of (made[i] as Made[number]).snapshot.windows) {
            for (const item of sections.flatMap(({ items }) => items)) seen.add(JSON.stringify(item));
          }
          assert.equal(likes.length, seen.size - before);
        }
      }),
    );
  });

  it("a snapshot of which something was forgotten is packed again like any other", () => {
    fc.assert(
      fc.property(sequence, (made) => {
        const day = new DeltaDay();
        const erased = made.map(({ tick, snapshot }) => ({ tick, snapshot: forget(snapshot, "Stand-up") }));
        for (const [i, delta] of packAll(erased).entries()) {
          assert.ok(!JSON.stringify(delta).includes("Stand-up"));
          const { tick, snapshot } = erased[i] as Made[number];
          day.take(tick, delta);
          assertSame(day, snapshot);
        }
      }),
    );
  });

  it("gives every snapshot of a real day back, in two windows", async () => {
    const pulses = readFileSync(new URL("../../../test/data/real-rhythm-day.ndjson", import.meta.url), "utf8")
      .trim()
      .split("\n")
      .map((line) => ({ ...JSON.parse(line), receivedAt: JSON.parse(line).time }) as RecordedPulse);
    const count = await loadCount("o200k_base");
    const [writer, reader] = [new DeltaDay(), new DeltaDay()];
    const through = "2026-11-19/030";
    runPulses(count, { pulses, settings: { windows: [4_096, 1_024] }, through }, (tick, snapshot) => {
      reader.take(tick, throughJson(writer.pack(tick, snapshot)));
      assertSame(reader, snapshot);
    });
  });

  it("refuses a text that is not its headings and items", () => {
    const snapshot = fc.sample(sequence, { numRuns: 1, seed: 1 })[0]?.[0]?.snapshot as Snapshot;
    const windows = snapshot.windows.map((window) => ({ ...window, text: `${window.text}- more\n` }));
    const tick = { ordinal: 1, instant: 0, zone: "UTC", offsets: [{ at: 0, minutes: 0 }] };
    assert.throws(() => new DeltaDay().pack(tick, { windows }), /not its lines/);
  });
});

function forget(snapshot: Snapshot, words: string): Snapshot {
  const text = JSON.stringify(snapshot).replaceAll(words, "[forgotten]");
  return JSON.parse(text) as Snapshot;
}

// Small inputs and the exact text of /now they must give, as an independent reference reads the specification.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import type { SectionName, Snapshot, WindowSnapshot } from "../../src/pipeline/snapshot.js";
import { loadCount } from "../../src/pipeline/tokens.js";
import type { RecordedPulse } from "./recorded.js";
import { runPulses } from "./run-pulses.js";

interface Vector {
  readonly about: string;
  readonly windows: readonly number[];
  readonly intentions: string;
  readonly pulses: readonly RecordedPulse[];
  readonly expect: readonly {
    readonly id: string;
    readonly window: number;
    readonly tokens: number;
    readonly allotted: Readonly<Record<SectionName, number>>;
    readonly text: string;
  }[];
}

const folder = new URL("../../../test/vectors/", import.meta.url);
const count = await loadCount("o200k_base");

describe("vectors", () => {
  for (const name of readdirSync(folder).sort()) {
    const vector = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Vector;
    it(`${name}: ${vector.about}`, () => {
      const snapshots = new Map<string, Snapshot>();
      const through = vector.expect.at(-1)?.id ?? "";
      const { pulses, intentions, windows } = vector;
      runPulses(count, { pulses, intentions, settings: { windows }, through }, (tick, snapshot) => {
        snapshots.set(tick.id, snapshot);
      });
      for (const { id, window, ...expected } of vector.expect) {
        const made = snapshots.get(id)?.windows.find((w) => w.window === window) as WindowSnapshot;
        assert.equal(made.text, expected.text, `${id} at ${window}`);
        assert.equal(made.tokens, expected.tokens, `tokens of ${id} at ${window}`);
        const allotted = Object.fromEntries(made.sections.map((section) => [section.name, section.allotted]));
        assert.deepEqual(allotted, { ...allotted, ...expected.allotted }, `allotted of ${id} at ${window}`);
      }
    });
  }
});

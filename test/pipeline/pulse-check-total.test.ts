// The check is total and its two halves agree: it never throws, and it names a field wherever the schema says no.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkPulse } from "../../src/pipeline/check-pulse.js";

const field = fc.constantFrom(
  ..."source type text time until key id importance category retract refs data other __proto__".split(" "),
);
const entry = fc.tuple(
  field,
  fc.oneof(fc.jsonValue(), fc.string(), fc.constant(true), fc.double(), fc.string({ unit: "binary", maxLength: 300 })),
);
const item = fc.oneof(
  fc.jsonValue(),
  fc.array(entry).map((entries) => Object.fromEntries([["source", "a"], ["text", "b"], ...entries])),
);

test("any JSON value is taken or refused with a code and a sentence", () => {
  fc.assert(
    fc.property(item, (value) => {
      const checked = checkPulse(value, 1_773_396_000_000);
      if ("error" in checked) {
        assert.match(checked.error.code, /^HB_PULSE_[A-Z_]+$/);
        assert.ok(checked.error.message.length > 10);
        assert.ok(checked.error.message.isWellFormed());
        assert.doesNotMatch(checked.error.message, /^"" is no field/);
      } else {
        assert.deepEqual(JSON.parse(JSON.stringify(checked.pulse)), checked.pulse);
        assert.ok(JSON.stringify(checked.pulse).isWellFormed());
      }
    }),
    { numRuns: 2_000 },
  );
});

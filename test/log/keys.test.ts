// Keys have a fixed size whatever the text (D03), and numbers keep their order.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { idKey, keyNumber, numberKey } from "../../src/log/keys.js";

test("ids of 4,000 characters have keys of 16 bytes, others have others", () => {
  const text = fc.string({ unit: "binary", minLength: 0, maxLength: 4_000 });
  fc.assert(
    fc.property(text, text, text, text, (source, id, otherSource, otherId) => {
      const key = idKey(source, id);
      assert.equal(key.length, 16);
      const same = source === otherSource && id === otherId;
      assert.equal(key.equals(idKey(otherSource, otherId)), same);
    }),
    { numRuns: 300 },
  );
});

test("the border between source and id counts", () => {
  assert.ok(!idKey("ab", "c").equals(idKey("a", "bc")));
  assert.ok(!idKey("1:a", "").equals(idKey("1", ":a")));
});

test("the order of keys is the order of numbers, up to the largest safe one", () => {
  const number = fc.nat(Number.MAX_SAFE_INTEGER);
  fc.assert(
    fc.property(number, number, (a, b) => {
      assert.equal(keyNumber(numberKey(a)), a);
      assert.equal(Math.sign(Buffer.compare(numberKey(a), numberKey(b))), Math.sign(a - b));
    }),
  );
});

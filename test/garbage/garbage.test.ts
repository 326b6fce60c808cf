import assert from "node:assert/strict";
import { test } from "node:test";
import { collectGarbage } from "../../src/garbage.js";

test("what nobody holds any more is gone", async () => {
  const litter = new WeakRef({ some: "thing" });
  await collectGarbage();
  assert.equal(litter.deref(), undefined);
});

// What counts as another environment.

import assert from "node:assert/strict";
import { test } from "node:test";
import { environmentDifference } from "../../src/replay/environment.js";
import { packageVersion } from "../../src/version.js";

const own = { engine: packageVersion(), unicode: process.versions.unicode ?? "", tokenizer: "o200k_base" };

test("another engine, Unicode or an unknown tokenizer is another environment, and is named", () => {
  assert.equal(environmentDifference(own), null);
  assert.equal(environmentDifference({ ...own, tokenizer: "cl100k_base" }), null);
  assert.equal(environmentDifference({ ...own, engine: "9.9.9" }), `engine 9.9.9, here ${own.engine}`);
  assert.equal(
    environmentDifference({ engine: own.engine, unicode: "4.0", tokenizer: "abacus" }),
    `Unicode 4.0, here ${own.unicode}; tokenizer abacus, which is not known here`,
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { maxTextBytes, shortenText } from "../../src/cli/shorten-text.js";

test("what fits stays as it is", async () => {
  for (const text of ["", "a", "a".repeat(maxTextBytes), "é".repeat(maxTextBytes / 2)]) {
    assert.equal(await shortenText(text), text);
  }
});

test("what does not fit becomes the longest grapheme prefix with …", async () => {
  assert.equal(await shortenText("a".repeat(maxTextBytes + 1)), `${"a".repeat(maxTextBytes - 3)}…`);
  assert.equal(await shortenText("é".repeat(maxTextBytes)), `${"é".repeat((maxTextBytes - 4) / 2)}…`);
  assert.equal(await shortenText("e\u0301".repeat(maxTextBytes)), `${"e\u0301".repeat((maxTextBytes - 5) / 3)}…`);
});

test("one endless grapheme is cut between code points", async () => {
  const text = await shortenText(`e${"\u0301".repeat(maxTextBytes)}`);
  assert.ok(text.endsWith("\u0301…") && Buffer.byteLength(text) > maxTextBytes - 4, String(Buffer.byteLength(text)));
});

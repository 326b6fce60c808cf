import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { prefersMarkdown } from "../../src/http/accept.js";

describe("prefersMarkdown", () => {
  for (const [accept, markdown] of [
    [undefined, false],
    ["", false],
    ["*/*", false],
    ["application/json", false],
    ["text/markdown", true],
    ["Text/Markdown", true],
    ["text/markdown; charset=utf-8", true],
    ["text/*", true],
    ["text/markdown, application/json", false],
    ["text/markdown, application/json;q=0.9", true],
    ["text/markdown;q=0.5, application/json", false],
    ["text/markdown;q=0.5, */*;q=0.4", true],
    ["text/markdown;q=0.5, */*;q=0.6", false],
    ["text/markdown;q=0", false],
    ["text/markdown;q=none", false],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false],
  ] as const) {
    test(`${JSON.stringify(accept)}: ${markdown ? "Markdown" : "JSON"}`, () =>
      assert.equal(prefersMarkdown(accept), markdown));
  }
});

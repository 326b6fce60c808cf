// The intentions file: every list item and every paragraph is an entry; headings, comments and done boxes are not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { intentionEntries } from "../../src/pipeline/intentions.js";
import { Timeline } from "./timeline.js";

const table: readonly (readonly [about: string, markdown: string, entries: readonly string[]])[] = [
  ["none", "", []],
  ["list items", "- one\n- two\n", ["one", "two"]],
  ["all marks of a list", "* one\n\n+ two\n\n1. three\n2) four\n", ["one", "two", "three", "four"]],
  ["paragraphs, soft breaks are spaces", "one\nmore of one\n\ntwo\n", ["one more of one", "two"]],
  ["headings are not", "# Title\n\nSub\n---\n\n- one\n", ["one"]],
  ["comments are not", "<!-- a\nb -->\n\n- one <!-- aside --> end\n", ["one end"]],
  ["nested items follow their parent", "- one\n  - two\n    - three\n  - four\n", ["one two three four"]],
  [
    "open boxes are dropped, done ones are not told, with all under them",
    "- [ ] one\n- [x] two\n  - under two\n- [X] three\n- four\n  - [x] five\n  - [ ] six\n",
    ["one", "four six"],
  ],
  ["a box needs a space", "- [x](link)\n- [x]y\n", ["[x](link)", "[x]y"]],
  ["emphasis and code stay as written", "- *one* `two` **three**\n", ["*one* `two` **three**"]],
  ["CRLF", "- one\r\n- two\r\n", ["one", "two"]],
  ["quotes", "> one\n>\n> - two\n", ["one", "two"]],
  ["what would be structure is made harmless", "- see <|endoftext|>\n", ["see < |endoftext| >"]],
  ["an empty item", "-\n- one\n", ["one"]],
];

for (const [about, markdown, entries] of table) {
  test(about, () => assert.deepEqual(intentionEntries(markdown), entries));
}

test("B09: an entry of any length stays whole", () => {
  const long = "word ".repeat(2_000).trim();
  const timeline = new Timeline({ windows: [131_072] });
  assert.deepEqual(timeline.lines("INTENTION", "10:48", { intentions: `- ${long}\n` }), [`- ${long}`]);
});

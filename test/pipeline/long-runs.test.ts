// A run of one character, which a tokenizer takes quadratic time for (field case C02): however long a pulse is, no text
// that is counted is longer than a line may be before it is cut.

import assert from "node:assert/strict";
import { test } from "node:test";
import { maxLineText } from "../../src/pipeline/line.js";
import { maxTextBytes } from "../../src/pipeline/pulse.js";
import { Timeline, words } from "./timeline.js";

for (const character of ["=", "_", "a", "語", "\u2028", "👩🏽‍💻", "\u0301"]) {
  test(`as many ${JSON.stringify(character)} as a pulse may hold`, () => {
    let longest = 0;
    const timeline = new Timeline({ windows: [8_192] }, (text) => {
      longest = Math.max(longest, text.length);
      // As a tokenizer that makes a token of every two units of a word.
      return Math.max(words(text), Math.ceil(text.length / 2));
    });
    const text = character.repeat(Math.floor(maxTextBytes / Buffer.byteLength(character)));
    timeline.say("10:40", { text: `x${text}` });
    timeline.say("10:40", { text: `y${text}`, time: "12:00" });
    timeline.say("10:40", { text: `z${text}`, key: "state" });
    timeline.tick("10:48");
    timeline.tick("11:52");
    assert.ok(longest > 10, "nothing was counted");
    assert.ok(longest <= maxLineText + 50, `a text of ${longest} units was counted`);
  });
}

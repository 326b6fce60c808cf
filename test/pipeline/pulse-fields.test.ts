// Every rule of a pulse's fields, as a table: what is refused, by which code, and that the message says what came.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPulse } from "../../src/pipeline/check-pulse.js";

const receivedAt = Date.UTC(2026, 2, 13, 10);
const good = { source: "shell", text: "ran it" };

const refused: readonly (readonly [name: string, item: unknown, code: string, says: RegExp])[] = [
  ["null", null, "HB_PULSE_NOT_OBJECT", /null came/],
  ["a number", 5, "HB_PULSE_NOT_OBJECT", /5 came/],
  ["an array", [good], "HB_PULSE_NOT_OBJECT", /an array of 1 came/],
  ["no source", { text: "x" }, "HB_PULSE_SOURCE", /none came/],
  ["an empty source", { ...good, source: "" }, "HB_PULSE_SOURCE", /1–128 characters, "" came/],
  ["a source of 129", { ...good, source: "s".repeat(129) }, "HB_PULSE_SOURCE", /129 characters/],
  ["a source of 4,000", { ...good, source: "語".repeat(4_000) }, "HB_PULSE_SOURCE", /4000 characters/],
  ["a source that is a number", { ...good, source: 7 }, "HB_PULSE_SOURCE", /7 came/],
  ["a type of 65", { ...good, type: "t".repeat(65) }, "HB_PULSE_TYPE", /1–64/],
  ["type null", { ...good, type: null }, "HB_PULSE_TYPE", /null came/],
  ["no text", { source: "shell" }, "HB_PULSE_TEXT", /none came/],
  ["empty text", { ...good, text: "" }, "HB_PULSE_TEXT", /not empty/],
  ["white space only", { ...good, text: " \n\t" }, "HB_PULSE_TEXT", /more than white space/],
  ["text that is an object", { ...good, text: {} }, "HB_PULSE_TEXT", /an object came/],
  ["text of 8,193 bytes", { ...good, text: "a".repeat(8_193) }, "HB_PULSE_TEXT_TOO_LONG", /8192 bytes.*8193 came/],
  ["text of 8,193 bytes in CJK", { ...good, text: `${"語".repeat(2_730)}abc` }, "HB_PULSE_TEXT_TOO_LONG", /8193 came/],
  ["text of 8,196 bytes in emoji", { ...good, text: "🙂".repeat(2_049) }, "HB_PULSE_TEXT_TOO_LONG", /8196 came/],
  ["time null", { ...good, time: null }, "HB_PULSE_TIME", /null came/],
  ["until before time", { ...good, time: receivedAt, until: receivedAt - 1 }, "HB_PULSE_UNTIL", /at or after time/],
  ["until before the receipt", { ...good, until: receivedAt - 1 }, "HB_PULSE_UNTIL", /the time of receipt/],
  ["a key of 257", { ...good, key: "k".repeat(257) }, "HB_PULSE_KEY", /1–256/],
  ["an empty key", { ...good, key: "" }, "HB_PULSE_KEY", /1–256/],
  ["an id of 4,000", { ...good, id: "i".repeat(4_000) }, "HB_PULSE_ID", /4000 characters/],
  ["importance as text", { ...good, importance: "high" }, "HB_PULSE_IMPORTANCE", /"high" came/],
  ["importance 1e999", JSON.parse('{"source":"a","text":"b","importance":1e999}'), "HB_PULSE_IMPORTANCE", /Infinity/],
  ["a category of 65", { ...good, category: "c".repeat(65) }, "HB_PULSE_CATEGORY", /1–64/],
  ["retract false", { ...good, key: "k", retract: false }, "HB_PULSE_RETRACT", /false came/],
  ["retract without key", { source: "shell", retract: true }, "HB_PULSE_RETRACT", /a key/],
  ["refs without type", { ...good, refs: ["p1"] }, "HB_PULSE_REFS", /no type came/],
  ["refs with another type", { ...good, type: "commit", refs: ["p1"] }, "HB_PULSE_REFS", /"commit" came/],
  ["65 refs", { ...good, type: "beat", refs: Array(65).fill("p1") }, "HB_PULSE_REFS", /an array of 65/],
  ["a ref that is a number", { ...good, type: "beat", refs: [1] }, "HB_PULSE_REFS", /at most 64 texts/],
  ["data as an array", { ...good, data: [] }, "HB_PULSE_DATA", /an array of 0 came/],
  ["duration −5", { ...good, duration: -5 }, "HB_PULSE_FIELD_UNKNOWN", /"duration".*did you mean "until"/],
  ["ts", { ...good, ts: "2026-03-10T09:00:00Z" }, "HB_PULSE_FIELD_UNKNOWN", /"ts".*did you mean "time"/],
  ["own __proto__", JSON.parse('{"source":"a","text":"b","__proto__":{}}'), "HB_PULSE_FIELD_UNKNOWN", /__proto__/],
];

for (const [name, item, code, says] of refused) {
  test(`refused: ${name}`, () => {
    const checked = checkPulse(item, receivedAt);
    assert.ok("error" in checked, "it was taken");
    assert.equal(checked.error.code, code);
    assert.match(checked.error.message, says);
  });
}

const taken: readonly (readonly [name: string, item: object, stored: object])[] = [
  ["the least", good, good],
  ["a source of 128 emoji", { ...good, source: "🙂".repeat(128) }, { ...good, source: "🙂".repeat(128) }],
  ["text of 8,192 bytes", { ...good, text: "é".repeat(4_096) }, { ...good, text: "é".repeat(4_096) }],
  ["retract without text", { source: "a", key: "k", retract: true }, { source: "a", key: "k", retract: true }],
  ["until = time", { ...good, time: receivedAt, until: receivedAt }, { ...good, time: receivedAt, until: receivedAt }],
  ["until = receipt", { ...good, until: receivedAt }, { ...good, until: receivedAt }],
  ["refs of a beat", { ...good, type: "beat", refs: ["p1"] }, { ...good, type: "beat", refs: ["p1"] }],
  ["importance is kept in hundredths", { ...good, importance: 0.29 }, { ...good, importance: 29 }],
  ["importance is clamped above", { ...good, importance: 7 }, { ...good, importance: 100 }],
  ["importance is clamped below", { ...good, importance: -1 }, { ...good, importance: 0 }],
  ["a lone surrogate is replaced", { source: "a", text: "deploy \ud83d" }, { source: "a", text: "deploy \ufffd" }],
];

for (const [name, item, stored] of taken) {
  test(`taken: ${name}`, () => assert.deepEqual(checkPulse(item, receivedAt), { pulse: stored }));
}

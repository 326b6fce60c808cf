// What may stand in `data`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPulse } from "../../src/pipeline/check-pulse.js";

function check(data: string) {
  return checkPulse(JSON.parse(`{"source":"a","text":"b","data":${data}}`), 0);
}

const refused: readonly (readonly [name: string, data: string, code: string, says: RegExp])[] = [
  ["__proto__ at the top", '{"__proto__":1}', "HB_PULSE_DATA", /"__proto__"/],
  ["constructor within arrays", '{"a":[[{"constructor":1}]]}', "HB_PULSE_DATA", /"constructor"/],
  ["prototype", '{"a":{"prototype":{}}}', "HB_PULSE_DATA", /"prototype"/],
  ["a number beyond double", '{"a":[1e999]}', "HB_PULSE_DATA", /finite numbers, Infinity came/],
  ["65 levels", `{"a":${"[".repeat(64)}${"]".repeat(64)}}`, "HB_PULSE_DATA", /64 levels/],
  ["8,000 levels", `{"a":${"[".repeat(8_000)}${"]".repeat(8_000)}}`, "HB_PULSE_DATA", /64 levels/],
  ["16,385 bytes", `{"a":"${"x".repeat(16_385 - 8)}"}`, "HB_PULSE_DATA_TOO_LONG", /16384.*16385 came/],
  ["16,386 bytes in two-byte characters", `{"a":"${"é".repeat(8_189)}"}`, "HB_PULSE_DATA_TOO_LONG", /16386 came/],
];

for (const [name, data, code, says] of refused) {
  test(`refused: ${name}`, () => {
    const checked = check(data);
    assert.ok("error" in checked, "it was taken");
    assert.equal(checked.error.code, code);
    assert.match(checked.error.message, says);
  });
}

const taken: readonly (readonly [name: string, data: string])[] = [
  ["64 levels", `{"a":${"[".repeat(63)}${"]".repeat(63)}}`],
  ["16,384 bytes", `{"a":"${"x".repeat(16_384 - 8)}"}`],
  ["every kind of value", '{"a":[1,-0.5,true,false,null,"é",{"b":{}}]}'],
  ["names that only look like a prototype's", '{"toString":1,"hasOwnProperty":2}'],
];

for (const [name, data] of taken) {
  test(`taken: ${name}`, () => {
    const checked = check(data);
    assert.ok("pulse" in checked);
    assert.equal(JSON.stringify(checked.pulse.data), JSON.stringify(JSON.parse(data)));
  });
}

test("lone surrogates are replaced in names and values", () => {
  const checked = check('{"n\\ud83d":["v\\udc00"]}');
  assert.ok("pulse" in checked);
  assert.deepEqual(checked.pulse.data, { "n\ufffd": ["v\ufffd"] });
});

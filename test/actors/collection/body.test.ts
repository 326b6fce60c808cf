// Bodies that can't be read are refused whole, with the status http answers; the next one is taken.

import assert from "node:assert/strict";
import { test } from "node:test";
import { maxBodyBytes, maxPulses, readBody } from "../../../src/actors/collection/body.js";
import { judged, logFolder, refusal, startCollection } from "./collection-thread.js";

const utf8 = new TextEncoder();
const pulse = { source: "a", text: "b" };

const refused: readonly (readonly [name: string, body: Uint8Array, status: number, code: string])[] = [
  ["bytes that are not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), 400, "HB_BODY_ENCODING"],
  ["a cut UTF-8 sequence", Uint8Array.of(0x22, 0xe2, 0x82, 0x22), 400, "HB_BODY_ENCODING"],
  ["nothing", new Uint8Array(), 400, "HB_BODY_JSON"],
  ["half an object", utf8.encode('{"source":'), 400, "HB_BODY_JSON"],
  ["NDJSON", utf8.encode('{"source":"a","text":"b"}\n{"source":"a","text":"b"}'), 400, "HB_BODY_JSON"],
  ["a string", utf8.encode('"x"'), 400, "HB_BODY_SHAPE"],
  ["null", utf8.encode("null"), 400, "HB_BODY_SHAPE"],
  ["a number", utf8.encode("5"), 400, "HB_BODY_SHAPE"],
  ["an empty array", utf8.encode("[]"), 400, "HB_BODY_SHAPE"],
  ["one pulse too many", utf8.encode(JSON.stringify(Array(maxPulses + 1).fill(pulse))), 413, "HB_TOO_MANY_PULSES"],
  ["one byte too many", new Uint8Array(maxBodyBytes + 1).fill(0x20), 413, "HB_BODY_TOO_LARGE"],
];

for (const [name, body, status, code] of refused) {
  test(`refused: ${name}`, () => {
    const result = readBody(body);
    assert.ok("type" in result);
    assert.deepEqual([result.status, result.code, result.retryAfter], [status, code, undefined]);
  });
}

test("as many pulses and bytes as allowed are read", () => {
  const many = readBody(utf8.encode(JSON.stringify(Array(maxPulses).fill(pulse))));
  assert.ok(!("type" in many));
  assert.equal(many.length, maxPulses);
  const large = new Uint8Array(maxBodyBytes).fill(0x20);
  large.set(utf8.encode(JSON.stringify(pulse)));
  assert.deepEqual(readBody(large), [pulse]);
});

test("one object is one item, a byte order mark is no part of it", () => {
  assert.deepEqual(readBody(utf8.encode(`\ufeff${JSON.stringify(pulse)}`)), [pulse]);
});

test("after a body that can't be read the next one is stored", async (t) => {
  const thread = await startCollection({ test: t, folder: logFolder(t) });
  assert.equal(refusal(await thread.send(Uint8Array.of(0xff))).code, "HB_BODY_ENCODING");
  assert.equal(refusal(await thread.send("{bad")).code, "HB_BODY_JSON");
  assert.equal(judged(await thread.send(pulse)).first, 1);
  assert.deepEqual(thread.fatal, []);
  await thread.close();
});

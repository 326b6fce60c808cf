// A record is self-contained: whatever pulses go in come out, and the bytes that are read are those that were hashed.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { damageOf, encodeFrame, hashOf } from "../../src/log/frame.js";
import { PulsesLog } from "../../src/log/pulses-log.js";
import { checkPulse } from "../../src/pipeline/check-pulse.js";
import { decodeFrame } from "../../src/pipeline/frame.js";
import type { Pulse } from "../../src/pipeline/pulse.js";
import { tempLog } from "./temp-log.js";

/** Any UTF-16, lone surrogates too. */
const anyText = fc.array(fc.nat(0xffff), { minLength: 1, maxLength: 40 }).map((units) => String.fromCharCode(...units));
const sent = fc.record({
  source: anyText,
  text: anyText.map((text) => `x${text}`),
  data: fc.dictionary(anyText, anyText),
});

function taken(item: unknown): Pulse[] {
  const checked = checkPulse(JSON.parse(JSON.stringify(item)), 0);
  return "pulse" in checked ? [checked.pulse] : [];
}

test("what was checked is what is stored, hashed and read", async (t) => {
  const log = new PulsesLog(tempLog(t));
  let pulsesSeen = 0;
  fc.assert(
    fc.property(fc.array(sent, { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat(9), (items, receivedAt, epoch) => {
      const pulses = items.flatMap(taken);
      if (pulses.length === 0) return;
      pulsesSeen += pulses.length;
      const first = log.head + 1;
      const record = encodeFrame({ receivedAt, epoch, pulses });
      log.append([{ first, count: pulses.length, record, ids: [] }], { epoch, time: receivedAt });
      const stored = log.record(first) as Buffer;
      assert.equal(damageOf(stored, first), null);
      assert.deepEqual(stored, record);
      assert.deepEqual(Buffer.from(hashOf(stored)), createHash("sha256").update(stored.subarray(34)).digest());
      assert.deepEqual(decodeFrame(stored, first), { first, receivedAt, epoch, pulses });
    }),
  );
  await log.close();
  assert.ok(pulsesSeen > 50);
});

test("any flipped bit of the payload or its hash is found", () => {
  const record = encodeFrame({ receivedAt: 1, epoch: 0, pulses: [{ source: "a", text: "b" }] });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: record.length - 1 }), fc.nat(7), (at, bit) => {
      const damaged = Buffer.from(record);
      damaged[at] = (damaged[at] as number) ^ (1 << bit);
      assert.match(damageOf(damaged, 1)?.message ?? "", /record p1 .* damaged/);
    }),
  );
});

// A daemon that runs for weeks meets every word there is (field case C07): what counting remembers is bounded.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { loadCount } from "../../src/pipeline/tokens.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Letters that no other number gives. */
function newWord(n: number): string {
  const digits = Math.abs(n * 7_919 + 104_729)
    .toString(20)
    .slice(-6);
  return `${n < 0 ? "q" : "z"}${[...digits].map((digit) => "bcdfghjklmnpqrstvwxz"[Number.parseInt(digit, 20)]).join("")}語`;
}

test("after 34,000 new lines and twice as many words, 16,000 more take no more memory", async (t) => {
  const count = await loadCount("o200k_base");
  let n = 0;
  const meet = (words: number): void => {
    for (const end = n + words; n < end; n++) count(`- p${n} ${newWord(n)} ${newWord(-n)}\n`);
  };
  meet(34_000);
  const before = heapBytes();
  meet(16_000);
  const grown = heapBytes() - before;
  t.diagnostic(`${grown} bytes`);
  assert.ok(grown < 500_000, `${grown} bytes more`);
});

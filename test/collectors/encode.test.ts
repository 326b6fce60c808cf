// Any bytes become valid JSON that says the same as a standard UTF-8 decoder would, under every awk that is here.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { scripts } from "./collector-bench.js";

const awks = [["awk"], ["mawk"], ["gawk"], ["gawk", "--posix"], ["original-awk"], ["busybox", "awk"]].filter(isHere);

function isHere([program]: readonly string[]): boolean {
  try {
    execFileSync("bash", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

type Sent = Record<string, unknown> & { text: string; data?: Record<string, unknown> };

function encode(awk: readonly string[], records: Buffer, locale = "C"): Sent[] {
  const folder = mkdtempSync(join(tmpdir(), "heartbeat-"));
  try {
    const numbers = execFileSync("od", ["-An", "-v", "-tu1"], { input: records, maxBuffer: 1 << 26 });
    const [program, ...options] = awk as [string, ...string[]];
    const args = [...options, "-v", `prefix=${folder}/chunk-`, "-f", join(scripts, "encode.awk")];
    execFileSync(program, args, { input: numbers, env: { PATH: process.env.PATH, LC_ALL: locale } });
    const chunks = readdirSync(folder).sort();
    return chunks.flatMap((chunk) => JSON.parse(readFileSync(join(folder, chunk), "latin1")) as Sent[]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const record = (...parts: (string | Buffer)[]) =>
  Buffer.concat([...parts.flatMap((part) => [Buffer.from(part), Buffer.of(0)]), Buffer.of(0)]);

/** Bytes that are often nearly UTF-8, never NUL. */
function nearlyUtf8(): Buffer {
  const bytes = randomBytes(300).map((byte, i) => ((i >> 4) % 2 === 0 ? byte : "é€😀\ud7ffx".charCodeAt(i % 5) & 255));
  const good = Buffer.from("aé€😀\u07ff\u0800\uffff\u{10ffff}");
  return Buffer.from(Buffer.concat([bytes, good]).filter((byte) => byte !== 0));
}

for (const awk of awks) {
  for (const locale of ["C", "C.UTF-8"]) {
    test(`${awk.join(" ")} in locale ${locale}`, () => {
      const texts = Array.from({ length: 20 }, nearlyUtf8);
      const edges = ["", "ed a0 80", "c0 af", "f4 90 80 80", "e2 82", "f0 9f 98", "80", "fe ff", "ef bf bd"];
      texts.push(...edges.map((hex) => Buffer.from(hex.replaceAll(" ", ""), "hex")));
      const sent = encode(awk, Buffer.concat(texts.map((text) => record("source", "x", "text", text))), locale);
      assert.equal(sent.length, texts.length);
      for (const [i, text] of texts.entries()) {
        assert.equal(sent[i]?.text, text.toString("utf8"), text.toString("hex"));
        assert.equal(sent[i]?.data?.lossy ?? false, !Buffer.from(text.toString("utf8")).equals(text));
      }
    });
  }
}

test("fields: strings, numbers, true, and data", () => {
  const [sent] = encode(
    ["awk"],
    record(
      "source",
      "x",
      "time:",
      "1700000000000",
      "retract:",
      "true",
      "importance:",
      "0.4",
      "data.n:",
      "7",
      "data.s",
      "7",
    ),
  );
  assert.deepEqual(sent, {
    source: "x",
    time: 1_700_000_000_000,
    retract: true,
    importance: 0.4,
    data: { n: 7, s: "7" },
  });
});

test("a number that is none is left out", () => {
  assert.deepEqual(encode(["awk"], record("source", "x", "time:", "1 },{")), [{ source: "x" }]);
});

for (const [length, unit] of [
  [8192, "x"],
  [8193, "x"],
  [4096, "é"],
  [4097, "é"],
  [2731, "€"],
  [2049, "😀"],
] as const) {
  test(`a text of ${length} × ${unit} is at most 8192 bytes, cut at a character`, () => {
    const whole = unit.repeat(length);
    const text = encode(["awk"], record("source", "x", "text", whole))[0]?.text ?? "";
    if (Buffer.byteLength(whole) <= 8192) return assert.equal(text, whole);
    assert.match(text, new RegExp(`^(?:${unit})+…$`, "u"));
    assert.ok(Buffer.byteLength(text) <= 8192 && Buffer.byteLength(text) > 8192 - 8, String(Buffer.byteLength(text)));
  });
}

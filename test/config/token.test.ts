import assert from "node:assert/strict";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ensureToken, readToken, rotateToken } from "../../src/config/token.js";
import { tempFolder } from "./temp-folder.js";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("made once: 32 random bytes in base64url, for its user only", (t) => {
  const path = join(tempFolder(t), "token");
  assert.equal(readToken(path), undefined);
  const token = ensureToken(path);
  assert.equal(Buffer.from(token, "base64url").length, 32);
  assert.equal(modeOf(path), 0o600);
  assert.equal(ensureToken(path), token);
  assert.equal(readToken(path), token);
});

test("rotated: another one, and nothing else is left in the folder", (t) => {
  const folder = tempFolder(t);
  const path = join(folder, "token");
  const before = ensureToken(path);
  const after = rotateToken(path);
  assert.notEqual(after, before);
  assert.equal(readFileSync(path, "utf8").trim(), after);
  assert.deepEqual([readdirSync(folder), modeOf(path)], [["token"], 0o600]);
});

test("a file that others can read is closed to them", (t) => {
  const path = join(tempFolder(t), "token");
  const token = rotateToken(path);
  chmodSync(path, 0o644);
  assert.equal(ensureToken(path), token);
  assert.equal(modeOf(path), 0o600);
});

test("a file without a usable token is an error, not an open door", (t) => {
  const path = join(tempFolder(t), "token");
  for (const text of ["", "short", `${"a".repeat(40)} b`, `${"a".repeat(40)}\nsecond line`]) {
    writeFileSync(path, text);
    assert.throws(() => ensureToken(path), { code: "HB_TOKEN", hint: /--rotate/ });
  }
});

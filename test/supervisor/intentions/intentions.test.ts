import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { IntentionsFile, maxIntentionsBytes } from "../../../src/supervisor/intentions.js";

async function place(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "heartbeat-intentions-"));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, "intentions.md");
}

test("read anew each time; an empty file is none, and well", async (t) => {
  const path = await place(t);
  const file = new IntentionsFile(path);
  for (const text of ["- ship it\n", "- größer 🎉\n", ""]) {
    await writeFile(path, text);
    assert.equal(await file.read(), text);
    assert.equal(file.problem, null);
  }
});

for (const [what, spoil, problem] of [
  ["missing", (path: string) => rm(path), /intentions\.md: is missing: .*; the last good text holds/],
  [
    "too large",
    (path: string) => writeFile(path, "a".repeat(maxIntentionsBytes + 1)),
    /is 32769 bytes, at most 32768 are read: shorten it; the last good text holds/,
  ],
  ["no UTF-8", (path: string) => writeFile(path, Buffer.from([0x2d, 0x20, 0x80])), /is not UTF-8/],
  [
    "a folder",
    async (path: string) => {
      await rm(path);
      await mkdir(path);
    },
    /is no regular file/,
  ],
  [
    "a pipe that nobody writes to",
    async (path: string) => {
      await rm(path);
      execFileSync("mkfifo", [path]);
    },
    /is no regular file/,
  ],
] as const) {
  test(`${what}: the last good text stays and health says why, until it is well again`, async (t) => {
    const path = await place(t);
    const file = new IntentionsFile(path);
    await writeFile(path, "- ship it\n");
    await file.read();
    await spoil(path);
    assert.equal(await file.read(), "- ship it\n");
    assert.match(file.problem ?? "", problem);
    await rm(path, { recursive: true, force: true });
    await writeFile(path, "- next\n");
    assert.equal(await file.read(), "- next\n");
    assert.equal(file.problem, null);
  });
}

test("never seen well: none, and health says so", async (t) => {
  const file = new IntentionsFile(await place(t));
  assert.equal(await file.read(), "");
  assert.match(file.problem ?? "", /is missing: .*; until then there are no intentions/);
});

test("exactly the limit is read whole", async (t) => {
  const path = await place(t);
  await writeFile(path, "a".repeat(maxIntentionsBytes));
  const file = new IntentionsFile(path);
  assert.equal((await file.read()).length, maxIntentionsBytes);
  assert.equal(file.problem, null);
});

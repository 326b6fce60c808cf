import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadConfig } from "../../src/config/load.js";
import { parseConfig } from "../../src/config/parse.js";
import { tempFolder } from "./temp-folder.js";

test("no file: the defaults", async (t) => {
  assert.deepEqual(await loadConfig(join(tempFolder(t), "config.toml")), parseConfig({}));
});

test("a file with a byte order mark is read", async (t) => {
  const path = join(tempFolder(t), "config.toml");
  writeFileSync(path, "\uFEFFhalfLifeHours = 12\n");
  assert.equal((await loadConfig(path)).halfLifeHours, 12);
});

test("what is wrong is said with the file's name", async (t) => {
  const path = join(tempFolder(t), "config.toml");
  writeFileSync(path, "windows = 3");
  await assert.rejects(loadConfig(path), { code: "HB_CONFIG", message: /config\.toml: windows: expected a list/ });
  writeFileSync(path, Buffer.from([0x61, 0xff]));
  await assert.rejects(loadConfig(path), {
    code: "HB_CONFIG",
    message: /config\.toml: can't be read: it is not UTF-8/,
  });
  await assert.rejects(loadConfig(tempFolder(t)), {
    code: "HB_CONFIG",
    message: /can't be read: it is no regular file/,
  });
});

test("a pattern the redactor can't run is refused before anything starts", async (t) => {
  const path = join(tempFolder(t), "config.toml");
  writeFileSync(path, "[redact]\npatterns = ['(a']");
  await assert.rejects(loadConfig(path), { code: "HB_CONFIG", message: /config\.toml: redact\.patterns: "\(a"/ });
});

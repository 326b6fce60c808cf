import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { exampleConfig } from "../../src/config/example.js";
import { furnishDataFolder } from "../../src/config/furnish.js";
import { tempFolder } from "./temp-folder.js";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("a first start makes a private folder, the commented config.toml and an example of intentions", (t) => {
  const folder = furnishDataFolder(join(tempFolder(t), "a", "b"));
  assert.deepEqual(readdirSync(folder.dir).sort(), ["config.toml", "intentions.md", "log"]);
  assert.deepEqual([modeOf(dirname(folder.dir)), modeOf(folder.dir), modeOf(folder.log)], [0o700, 0o700, 0o700]);
  assert.deepEqual([modeOf(folder.config), modeOf(folder.intentions)], [0o600, 0o600]);
  assert.equal(readFileSync(folder.config, "utf8"), exampleConfig());
  assert.match(readFileSync(folder.intentions, "utf8"), /^- Try Heartbeat/m);
});

test("what the user wrote stays", (t) => {
  const dir = tempFolder(t);
  writeFileSync(join(dir, "config.toml"), "windows = [4096]");
  writeFileSync(join(dir, "intentions.md"), "");
  furnishDataFolder(dir);
  assert.equal(readFileSync(join(dir, "config.toml"), "utf8"), "windows = [4096]");
  assert.equal(readFileSync(join(dir, "intentions.md"), "utf8"), "");
});

test("a data folder that others can enter is closed to them", (t) => {
  const { dir } = furnishDataFolder(join(tempFolder(t), "data"));
  chmodSync(dir, 0o755);
  furnishDataFolder(dir);
  assert.equal(modeOf(dir), 0o700);
});

test("a folder that holds other things is refused and left as it is", (t) => {
  const dir = tempFolder(t);
  chmodSync(dir, 0o755);
  writeFileSync(join(dir, "thesis.tex"), "");
  assert.throws(() => furnishDataFolder(dir), { code: "HB_DATA_FOLDER", message: /not empty.*thesis\.tex/ });
  assert.deepEqual([readdirSync(dir), modeOf(dir)], [["thesis.tex"], 0o755]);
});

test("a file where the folder should be, or a place that takes none, is an error with the way out", (t) => {
  const file = join(tempFolder(t), "file");
  writeFileSync(file, "");
  for (const dir of [file, join(file, "below"), ...(existsSync("/proc/self") ? ["/proc/none/below"] : [])]) {
    assert.throws(() => furnishDataFolder(dir), { code: "HB_DATA_FOLDER", hint: /--data/ });
  }
});

test("a long path: the folder of the socket is made, private", (t) => {
  const temp = tempFolder(t);
  const { dir, socket } = furnishDataFolder(join(temp, "x".repeat(120)));
  assert.notEqual(dirname(socket), dir);
  assert.equal(modeOf(dirname(socket)), 0o700);
});

test("a link or file in place of the socket's folder is refused", (t) => {
  const temp = tempFolder(t);
  const before = process.env.TMPDIR;
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  process.env.TMPDIR = temp;
  const { socket } = furnishDataFolder(join(temp, "y".repeat(120)));
  assert.equal(dirname(dirname(socket)), temp);
  rmSync(dirname(socket), { recursive: true });
  writeFileSync(dirname(socket), "");
  assert.throws(() => furnishDataFolder(join(temp, "y".repeat(120))), { code: "HB_DATA_FOLDER" });
  rmSync(dirname(socket));
  mkdirSync(dirname(socket), { mode: 0o777 });
  chmodSync(dirname(socket), 0o777);
  furnishDataFolder(join(temp, "y".repeat(120)));
  assert.equal(modeOf(dirname(socket)), 0o700);
});

import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readDaemonFile, removeDaemonFile, writeDaemonFile } from "../../src/config/daemon-file.js";
import { tempFolder } from "./temp-folder.js";

const info = {
  pid: 42,
  port: 8180,
  socket: "/data/heartbeat.sock",
  version: "1.2.3",
  startedAt: "2026-03-13T09:00:00Z",
};

test("written whole and read back; replaced without a trace", (t) => {
  const folder = tempFolder(t);
  const path = join(folder, "daemon.json");
  assert.equal(readDaemonFile(path), undefined);
  writeDaemonFile(path, info);
  assert.deepEqual(readDaemonFile(path), info);
  writeDaemonFile(path, { ...info, socket: null });
  assert.equal(readDaemonFile(path)?.socket, null);
  assert.deepEqual(readdirSync(folder), ["daemon.json"]);
});

test("a torn or foreign file is none", (t) => {
  const path = join(tempFolder(t), "daemon.json");
  for (const text of ["", '{"pid": 4', "null", "[]", '{"pid":"4","port":1,"socket":null}']) {
    writeFileSync(path, text);
    assert.equal(readDaemonFile(path), undefined, text);
  }
});

test("a daemon removes its own file only", (t) => {
  const path = join(tempFolder(t), "daemon.json");
  writeDaemonFile(path, info);
  removeDaemonFile(path, 43);
  assert.ok(existsSync(path));
  removeDaemonFile(path, 42);
  assert.ok(!existsSync(path));
  removeDaemonFile(path, 42);
});

import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { dataDir, dataFolder, maxSocketPathBytes, type Platform } from "../../src/config/data-folder.js";

const home = "/home/ada";
const table: readonly (readonly [option: string | undefined, on: Omit<Platform, "home">, dir: string])[] = [
  [undefined, { platform: "darwin", env: {} }, "/home/ada/Library/Application Support/heartbeat"],
  [undefined, { platform: "linux", env: {} }, "/home/ada/.local/share/heartbeat"],
  [undefined, { platform: "linux", env: { XDG_DATA_HOME: "/xdg" } }, "/xdg/heartbeat"],
  [undefined, { platform: "linux", env: { XDG_DATA_HOME: "relative" } }, "/home/ada/.local/share/heartbeat"],
  [undefined, { platform: "win32", env: { LOCALAPPDATA: "/local" } }, "/local/heartbeat"],
  [undefined, { platform: "linux", env: { HEARTBEAT_DATA: "/env", XDG_DATA_HOME: "/xdg" } }, "/env"],
  [undefined, { platform: "linux", env: { HEARTBEAT_DATA: "" } }, "/home/ada/.local/share/heartbeat"],
  ["/option", { platform: "linux", env: { HEARTBEAT_DATA: "/env" } }, "/option"],
  ["rel", { platform: "linux", env: {} }, resolve("rel")],
];

for (const [option, on, dir] of table) {
  test(`${option ?? "no option"}, ${on.platform} ${JSON.stringify(on.env)}: ${dir}`, () => {
    assert.equal(dataDir(option, { ...on, home }), dir);
  });
}

test("the socket is in the data folder while its path is short enough", () => {
  assert.equal(dataFolder("/data").socket, "/data/heartbeat.sock");
  const room = maxSocketPathBytes - "/heartbeat.sock".length;
  const longest = `/${"é".repeat(2)}${"a".repeat(room - 5)}`;
  assert.equal(dataFolder(longest).socket, `${longest}/heartbeat.sock`);
  assert.ok(!dataFolder(`${longest}a`).socket.startsWith(longest));
});

test("else in a short folder of the user, another for each data folder", () => {
  const one = dataFolder(`/${"a".repeat(200)}`).socket;
  const two = dataFolder(`/${"b".repeat(200)}`).socket;
  assert.ok(Buffer.byteLength(one) <= maxSocketPathBytes);
  assert.notEqual(one, two);
  assert.ok(one.startsWith(join(tmpdir(), `heartbeat-${process.getuid?.()}/`)), one);
});

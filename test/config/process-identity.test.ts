import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { isAlive, ownIdentity } from "../../src/config/process-identity.js";

test("this process is alive, and is not another one with its pid", () => {
  const own = ownIdentity();
  assert.equal(own.pid, process.pid);
  assert.ok(own.start);
  assert.equal(isAlive(own), true);
  assert.equal(isAlive({ ...own, start: "another boot/1" }), false);
  assert.deepEqual(ownIdentity(), own);
});

test("a process that ended is not alive", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  assert.equal(isAlive({ pid: child.pid ?? 0, start: null }), false);
});

test("a process of another user is alive", {
  skip: process.getuid?.() === 0 && "root may signal every process",
}, () => {
  assert.equal(isAlive({ pid: 1, start: null }), true);
});

test("a zombie is not alive: it holds nothing any more", { skip: process.platform === "win32" }, async () => {
  // The shell starts a child and becomes a program that never asks how it ended.
  const shell = spawn("sh", ["-c", "sh -c 'echo $$; kill -9 $$' & exec sleep 30"]);
  try {
    const [line] = await once(shell.stdout, "data");
    const zombie = { pid: Number(String(line)), start: "some boot/1" };
    const { state } = await zombieState(zombie.pid);
    assert.equal(state, "Z");
    assert.equal(isAlive(zombie), false);
  } finally {
    shell.kill("SIGKILL");
  }
});

/** Asks ps until the process is a zombie; it becomes one within moments of its kill. */
async function zombieState(pid: number): Promise<{ readonly state: string }> {
  for (;;) {
    const ps = spawn("ps", ["-o", "state=", "-p", String(pid)]);
    let state = "";
    ps.stdout.on("data", (chunk) => {
      state += String(chunk);
    });
    await once(ps, "close");
    if (state.trim().startsWith("Z") || state.trim() === "") return { state: state.trim().slice(0, 1) };
  }
}

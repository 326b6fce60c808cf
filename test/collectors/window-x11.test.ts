// Where the X11 window collector cannot work it says why (H23), and what the tools print when there is no window.

import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { CollectorBench, scripts } from "./collector-bench.js";

const unavailable = (why: string) => ({ code: 69, stdout: `not available here: ${why}\n`, stderr: "" });
const wayland = unavailable("this is a Wayland session; only X11 is supported");

test("a Wayland session, told by its type, by WAYLAND_DISPLAY or by the compositor's socket; no tool is started", async (t) => {
  const bench = await CollectorBench.open(t);
  bench.fake("xprop", 'echo "window id # 0x1"; touch "$HOME/started"');
  const base = { ...bench.env, DISPLAY: ":0", XDG_RUNTIME_DIR: join(bench.folder, "runtime") };
  Object.assign(bench.env, base, { XDG_SESSION_TYPE: "wayland" });
  assert.deepEqual(await bench.run("window-x11.sh"), wayland);
  Object.assign(bench.env, { XDG_SESSION_TYPE: "", WAYLAND_DISPLAY: "wayland-0" });
  assert.deepEqual(await bench.run("window-x11.sh"), wayland);
  Object.assign(bench.env, { XDG_RUNTIME_DIR: bench.folder, WAYLAND_DISPLAY: "" });
  const compositor = createServer().listen(join(bench.folder, "wayland-0"));
  t.after(() => compositor.close());
  assert.deepEqual(await bench.run("window-x11.sh"), wayland);
  const started = await bench.bash(["-c", '[ -e "$HOME/started" ]']);
  assert.equal(started.code, 1);
});

test("no DISPLAY", async (t) => {
  const bench = await CollectorBench.open(t);
  bench.env.XDG_SESSION_TYPE = "x11";
  assert.deepEqual(await bench.run("window-x11.sh"), unavailable("there is no X11 display (DISPLAY is not set)"));
});

test("neither xprop nor xdotool: the packages are named", async (t) => {
  const bench = await CollectorBench.open(t);
  const { stdout } = await bench.bash(["-c", "command -v bash dirname id"]);
  for (const path of stdout.trim().split("\n"))
    symlinkSync(path, join(bench.folder, "bin", path.split("/").at(-1) ?? ""));
  Object.assign(bench.env, { PATH: join(bench.folder, "bin"), DISPLAY: ":0", XDG_SESSION_TYPE: "x11" });
  const ran = await bench.bash([join(scripts, "window-x11.sh")]);
  assert.equal(ran.code, 69);
  assert.match(
    ran.stdout,
    /^not available here: xprop and xdotool are missing; install the package x11-utils .* or xdotool\n$/,
  );
});

test("a display that cannot be opened", async (t) => {
  const bench = await CollectorBench.open(t);
  Object.assign(bench.env, { DISPLAY: ":77", XDG_SESSION_TYPE: "x11" });
  bench.fake("xprop", `echo "xprop:  unable to open display ':77'" >&2; exit 1`);
  assert.deepEqual(await bench.run("window-x11.sh"), unavailable("the X11 display :77 cannot be opened"));
});

test("an empty workspace is no window and no failure", async (t) => {
  const bench = await CollectorBench.open(t);
  Object.assign(bench.env, { DISPLAY: ":77", XDG_SESSION_TYPE: "x11" });
  for (const body of [
    'echo "_NET_ACTIVE_WINDOW:  not found."',
    'echo "_NET_ACTIVE_WINDOW(WINDOW): window id # 0x0"',
    'echo "XGetWindowProperty[_NET_ACTIVE_WINDOW] failed (code=1)" >&2; exit 1',
  ]) {
    bench.fake("xprop", body);
    assert.deepEqual(await bench.run("window-x11.sh"), { code: 0, stdout: "no window is in front\n", stderr: "" });
  }
  assert.deepEqual(bench.daemon.requests, []);
});

// The X11 window collector on a real X server (Xvfb) with a real window manager and window, through xprop and xdotool.
// Needs the Debian packages xvfb jwm xterm x11-utils xdotool xprintidle; skips, saying so, where they are not installed.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { CollectorBench } from "./collector-bench.js";

const missing = ["Xvfb", "jwm", "xterm", "xprop", "xdotool", "xprintidle"].filter((program) => !isHere(program));
const install = "apt-get install --no-install-recommends xvfb jwm xterm x11-utils xdotool xprintidle";
const skip = missing.length > 0 && `not installed: ${missing.join(", ")}; ${install}`;

function isHere(program: string): boolean {
  try {
    execFileSync("bash", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A bench with an X server and window manager of its own. */
async function open(t: TestContext): Promise<CollectorBench> {
  const bench = await CollectorBench.open(t);
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "640x480x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = (await once(server.stdio[3] as Readable, "data")) as [Buffer];
  Object.assign(bench.env, { DISPLAY: `:${String(number).trim()}`, XDG_SESSION_TYPE: "x11" });
  writeFileSync(join(bench.folder, ".jwmrc"), "<JWM></JWM>");
  const manager = spawn("jwm", ["-f", join(bench.folder, ".jwmrc")], { env: bench.env, stdio: "ignore" });
  t.after(async () => {
    for (const child of [manager, server]) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
  });
  return bench;
}

function tool(bench: CollectorBench, program: string, ...args: string[]): string {
  return execFileSync(program, args, { env: { ...bench.env, LC_ALL: "C.UTF-8" }, encoding: "utf8" }).trim();
}

/** Opens a terminal and waits until the window manager has put it in front. */
function openWindow(t: TestContext, bench: CollectorBench): { window: string; close(): Promise<void> } {
  const xterm = spawn("xterm", ["-e", "cat"], { env: bench.env, stdio: "ignore" });
  const close = async () => {
    if (xterm.exitCode !== null || xterm.signalCode !== null) return;
    xterm.kill();
    await once(xterm, "exit");
  };
  t.after(close);
  const [window = ""] = tool(bench, "xdotool", "search", "--sync", "--onlyvisible", "--class", "XTerm").split("\n");
  tool(bench, "xdotool", "windowactivate", "--sync", window);
  return { window, close };
}

function setTitle(bench: CollectorBench, window: string, title: string): void {
  tool(bench, "xprop", "-id", window, "-f", "_NET_WM_NAME", "8u", "-set", "_NET_WM_NAME", title);
}

/** `command -v` finds the programs named on PATH, but for the one to hide: a folder of links stands for the rest. */
function hide(bench: CollectorBench, hidden: string): void {
  const folder = join(bench.folder, "all-but-one");
  mkdirSync(folder);
  for (const from of ["/usr/bin", "/bin", "/usr/local/bin"].filter(existsSync)) {
    for (const program of readdirSync(from)) {
      if (program !== hidden && !existsSync(join(folder, program)))
        symlinkSync(join(from, program), join(folder, program));
    }
  }
  bench.env.PATH = folder;
}

const titles = ["npm test", 'a "b", "c" \\ \\n \\303', "späße — 😀", "$(id) `id` %s"];

for (const { name, hidden, app } of [
  { name: "xprop", hidden: "xdotool", app: /^XTerm$/ },
  { name: "xdotool", hidden: "xprop", app: /^(?:XTerm|xterm)$/ },
]) {
  test(`through ${name}: app and title, whatever the title holds; nothing once the window is closed`, {
    skip,
  }, async (t) => {
    const bench = await open(t);
    const { window, close } = openWindow(t, bench);
    const path = bench.env.PATH ?? "";
    hide(bench, hidden);
    const narrowed = bench.env.PATH ?? "";
    for (const title of titles) {
      bench.env.PATH = path;
      setTitle(bench, window, title);
      bench.env.PATH = narrowed;
      const ran = await bench.run("window-x11.sh");
      assert.deepEqual(ran, { code: 0, stdout: "reported\n", stderr: "" });
      const pulse = bench.daemon.pulses.pop();
      assert.equal(pulse?.data?.title, title);
      assert.match(String(pulse?.data?.app), app);
      assert.equal(pulse?.text, `${pulse?.data?.app}: ${title}`);
    }
    await close();
    bench.env.PATH = path;
    await untilNoWindow(bench);
    bench.env.PATH = narrowed;
    assert.equal((await bench.run("window-x11.sh")).stdout, "no window is in front\n");
  });
}

/** The window manager notices the closed window a moment later; xprop -spy tells each change of the property. */
async function untilNoWindow(bench: CollectorBench): Promise<void> {
  const spy = spawn("xprop", ["-root", "-spy", "_NET_ACTIVE_WINDOW"], {
    env: bench.env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface(spy.stdout)) if (/# 0x0|not found/.test(line)) break;
  spy.kill();
}

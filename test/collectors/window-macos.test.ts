// The macOS window collector against recorded answers of osascript, lsappinfo and ioreg.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { CollectorBench, type Ran } from "./collector-bench.js";

const lsappinfo = `case $1 in front) echo 'ASN:0x0-0x1b01b:';; info) echo '"LSDisplayName"="Finder"';; esac`;

async function open(t: TestContext, osascript: string, others: Record<string, string> = {}): Promise<CollectorBench> {
  const bench = await CollectorBench.open(t);
  for (const [name, body] of Object.entries({ uname: "echo Darwin", osascript, lsappinfo, ...others })) {
    bench.fake(name, body);
  }
  return bench;
}

function run(bench: CollectorBench): Promise<Ran> {
  return bench.run("window-macos.sh");
}

const refused = (code: number, text: string) => `echo '55:210: execution error: ${text} (${code})' >&2; exit 1`;

test("app and title", async (t) => {
  const bench = await open(t, `printf 'Safari\\ntitle\\nHeartbeat — "now" é\\n'`);
  assert.deepEqual(await run(bench), { code: 0, stdout: "reported\n", stderr: "" });
  assert.deepEqual(bench.daemon.pulses, [
    {
      source: "window",
      type: "window.focus",
      key: "focus",
      text: 'Safari: Heartbeat — "now" é',
      data: { app: "Safari", title: 'Heartbeat — "now" é' },
    },
  ]);
});

test("an app without a window, an empty title, a title of two lines", async (t) => {
  const bench = await open(t, `printf 'Finder\\nnone\\n\\n'`);
  await run(bench);
  bench.fake("osascript", `printf 'Finder\\ntitle\\n\\n'`);
  await run(bench);
  bench.fake("osascript", `printf 'Code\\ntitle\\n one\\ntwo \\n'`);
  await run(bench);
  assert.deepEqual(bench.takeTexts(), ["Finder", "Finder", "Code: one two"]);
});

test("H22: no output, or error -1719: the app alone, no failure, and asked again at the next run", async (t) => {
  const bench = await open(t, "exit 0");
  assert.deepEqual(await run(bench), { code: 0, stdout: "reported\n", stderr: "" });
  bench.fake("osascript", refused(-1719, 'Can’t get window 1 of process "java". Invalid index.'));
  assert.deepEqual(await run(bench), { code: 0, stdout: "reported\n", stderr: "" });
  bench.fake("osascript", `printf 'Safari\\ntitle\\nback\\n'`);
  await run(bench);
  assert.deepEqual(bench.takeTexts(), ["Finder", "Finder", "Safari: back"]);
});

for (const { name, answer, where } of [
  {
    name: "-1743",
    answer: refused(-1743, "Not authorized to send Apple events to System Events."),
    where: "Automation",
  },
  { name: "-25211", answer: refused(-25211, "osascript is not allowed assistive access."), where: "Accessibility" },
  { name: "denied inside", answer: `printf 'Safari\\ndenied\\n\\n'`, where: "Accessibility" },
]) {
  test(`H21: ${name}: apps only, the line says where to allow it, asked again only after five minutes`, async (t) => {
    const bench = await open(t, `echo x >>"$HOME/asked"; ${answer}`);
    for (let i = 0; i < 3; i++) {
      const ran = await run(bench);
      assert.equal(ran.code, 0);
      assert.match(
        ran.stdout,
        new RegExp(`^apps only, no titles: titles need a permission: System Settings > Privacy & Security > ${where},`),
      );
    }
    const asked = () => readFileSync(join(bench.folder, "asked"), "utf8").length / 2;
    assert.equal(asked(), 1);
    assert.deepEqual(bench.takeTexts(), ["Finder", "Finder", "Finder"]);
    const denied = join(bench.env.HEARTBEAT_STATE ?? "", "denied");
    writeFileSync(denied, readFileSync(denied, "utf8").replace(/^\d+/, String(Math.floor(Date.now() / 1000) - 301)));
    await run(bench);
    assert.equal(asked(), 2);
  });
}

test("H21: without lsappinfo a missing permission makes it unavailable", async (t) => {
  const bench = await open(t, refused(-1743, "Not authorized to send Apple events to System Events."), {
    lsappinfo: "exit 1",
  });
  const ran = await run(bench);
  assert.equal(ran.code, 69);
  assert.match(ran.stdout, /^not available here: titles need a permission: System Settings/);
});

test("H21: a hanging osascript is killed after 2 s; the app is reported", async (t) => {
  const bench = await open(t, "sleep 60");
  const begin = performance.now();
  const ran = await run(bench);
  assert.ok(performance.now() - begin < 8_000);
  assert.match(ran.stdout, /^apps only, no titles: osascript did not answer/);
  assert.deepEqual(bench.takeTexts(), ["Finder"]);
});

test("long without input, or the screen locked: said in place of the window", async (t) => {
  const bench = await open(t, `printf 'loginwindow\\nnone\\n\\n'`, {
    ioreg: `echo '    | |   "HIDIdleTime" = 299000000000'`,
  });
  await run(bench);
  bench.fake("ioreg", `echo '    | |   "HIDIdleTime" = 301000000000'`);
  await run(bench);
  assert.deepEqual(
    bench.daemon.pulses.map(({ text, type, key }) => [text, type, key]),
    [
      ["The screen is locked", "idle", "focus"],
      ["No keyboard or mouse input for more than 5 minutes", "idle", "focus"],
    ],
  );
});

test("elsewhere it is not available", async (t) => {
  const bench = await open(t, "exit 1", { uname: "echo Linux" });
  assert.deepEqual(await run(bench), { code: 69, stdout: "not available here: it needs macOS\n", stderr: "" });
});

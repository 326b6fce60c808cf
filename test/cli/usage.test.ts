import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runCli } from "./run-cli.js";

const nowhere = { dir: "/nowhere" };

const wrong: readonly (readonly [args: string, said: RegExp])[] = [
  ["frobnicate", /unknown command 'frobnicate'/],
  ["nwo", /Did you mean now\?/],
  ["now --windw 3", /unknown option '--windw'/],
  ["now --window 1.5", /Expected a whole number from 1 to/],
  ["pulse x --importance much", /Expected a number/],
  ["run --port 65536", /Expected a whole number from 0 to 65535/],
  ["start --port -1", /argument missing|Expected a whole number/],
  ["pause 30", /expected a duration such as 30m, 2h or 1h30m, got "30"/],
  ["pause soon", /expected a duration/],
  ["token extra", /too many arguments/],
];

for (const [args, said] of wrong) {
  test(`wrong usage: heartbeat ${args}`, async () => {
    const { code, stdout, stderr } = await runCli(args.split(" "), nowhere);
    assert.deepEqual([code, stdout], [2, ""], stderr);
    assert.match(stderr, said);
  });
}

test("HEARTBEAT_PORT is judged like --port", async () => {
  const { code, stderr } = await runCli(["run"], { ...nowhere, env: { HEARTBEAT_PORT: "http" } });
  assert.equal(code, 2);
  assert.match(stderr, /HEARTBEAT_PORT.*Expected a whole number/);
});

test("--version, --help and a command's --help go to stdout with exit code 0", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  assert.deepEqual(await runCli(["--version"], nowhere), { code: 0, stdout: `${version}\n`, stderr: "" });
  const help = await runCli(["--help"], nowhere);
  assert.equal(help.code, 0);
  for (const part of ["Examples:", "Exit codes:", "--data <dir>", "HEARTBEAT_DATA"]) {
    assert.ok(help.stdout.includes(part), part);
  }
  const run = await runCli(["run", "--help"], nowhere);
  assert.ok(run.stdout.includes("HEARTBEAT_PORT") && run.stdout.includes("--data <dir>"), run.stdout);
});

test("no command at all: the help, exit code 2", async () => {
  const { code, stderr } = await runCli([], nowhere);
  assert.equal(code, 2);
  assert.match(stderr, /^Usage: heartbeat/);
});

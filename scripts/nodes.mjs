// Runs the suite on other Node versions: npm run test:nodes [-- 20 22 24 26]. Each comes as an npm package with nothing
// but a bin/node, kept in .nodes/; the whole output of each run is kept beside it.
//
// Exit code: 0 all passed, 1 a test failed, 3 all that could be run passed, but a version could not be had.

import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, ".nodes");
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ["20", "22", "24", "26"];
const unknown = wanted.find((version) => !/^\d+(\.\d+){0,2}$/.test(version));
if (unknown !== undefined) {
  console.error(`expected Node versions such as 22 or 24.1.0; got "${unknown}"`);
  process.exit(2);
}

const rows = [];
for (const version of wanted) rows.push(await runOn(version));
print(rows);
process.exitCode = rows.some(({ failed }) => failed) ? 1 : rows.some(({ missing }) => missing) ? 3 : 0;

async function runOn(version) {
  const binary = install(version);
  if (binary === undefined) return { version, missing: true };
  const actual = spawnSync(binary, ["--version"], { encoding: "utf8" }).stdout.trim();
  console.error(`Node ${actual} …`);
  const began = performance.now();
  const log = join(cache, `${version}.log`);
  const code = await runSuite(binary, log);
  const seconds = Math.round((performance.now() - began) / 1000);
  const counts = summary(readFileSync(log, "utf8"));
  if (code !== 0) console.error(failures(readFileSync(log, "utf8")));
  return { version: actual, failed: code !== 0, seconds, log, ...counts };
}

/** Path of the binary; `undefined` where it can't be had. */
function install(version) {
  const prefix = join(cache, version);
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const binary = join(prefix, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(binary)) return binary;
  mkdirSync(prefix, { recursive: true });
  writeFileSync(join(prefix, "package.json"), '{ "private": true }\n');
  const npmArgs = ["install", `${name}@${version}`, "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", prefix];
  const { status } = spawnSync("npm", npmArgs, { stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  return status === 0 && existsSync(binary) ? binary : undefined;
}

async function runSuite(binary, log) {
  const output = createWriteStream(log);
  const child = spawn(binary, [join(root, "scripts", "run.mjs"), "test"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const code = await new Promise((resolve) => child.on("close", resolve));
  output.end();
  await finished(output);
  return code;
}

/** Counts of node's own summary, whichever reporter wrote it. */
function summary(text) {
  const count = (what) => Number(text.match(new RegExp(`^(?:#|ℹ) ${what} (\\d+)$`, "m"))?.[1] ?? Number.NaN);
  return { tests: count("tests"), pass: count("pass"), fail: count("fail"), skipped: count("skipped") };
}

/** What a person looks for first; all of it is in the log. */
function failures(text) {
  const lines = text.split("\n");
  const bad = lines.flatMap((line, index) => (/^\s*(?:not ok|✖)/.test(line) ? lines.slice(index, index + 12) : []));
  return (bad.length > 0 ? bad : lines.slice(-40)).slice(0, 200).join("\n");
}

function print(rows) {
  console.log(["Node".padEnd(12), "tests", "pass", "fail", "skipped", "seconds"].join("\t"));
  for (const { version, missing, tests, pass, fail, skipped, seconds } of rows) {
    const counts = missing
      ? ["not available: its package could not be installed"]
      : [tests, pass, fail, skipped, seconds];
    console.log([version.padEnd(12), ...counts].join("\t"));
  }
}

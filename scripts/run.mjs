// The project's commands, before anything is installed: plain Node, no dependency.
//
//   install what is missing ─▶ build what has changed ─▶ run
//
// Up to date is known by a hash of the inputs, kept beside the outputs; so the second run starts at once.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = "", ...args] = process.argv.slice(2);
const commands = { start, build, test };

if (Number(process.versions.node.split(".")[0]) < 20)
  fail(`Heartbeat needs Node 20 or newer; this is ${process.version}`);
if (!(command in commands)) fail(`expected one of ${Object.keys(commands).join(", ")}; got "${command}"`);
process.chdir(root);
commands[command]();

function start() {
  build();
  const cwd = process.env.INIT_CWD ?? root;
  run([join("dist", "src", "cli", "main.js"), "run", ...args], { HEARTBEAT_CWD: cwd });
}

function build() {
  upToDate("node_modules/.heartbeat-installed", ["package.json", "package-lock.json"], install);
  upToDate("dist/.built", ["package.json", "package-lock.json", "tsconfig.json", ...sources()], compile);
}

function test() {
  build();
  const files = args.length > 0 ? args : filesIn("dist/test").filter((file) => file.endsWith(".test.js"));
  run(["--test", `--test-concurrency=${Math.max(1, Math.min(4, cpus().length))}`, ...files]);
}

function install() {
  console.error("Installing packages …");
  // Not `npm ci`: it refuses a lock file that lacks optional packages of other platforms, which npm itself leaves out of it.
  must("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]);
}

function compile() {
  console.error("Building …");
  rmSync("dist", { recursive: true, force: true });
  must(process.execPath, [join("node_modules", "typescript", "bin", "tsc"), "-p", "."]);
}

/** Runs `make` unless `stamp` holds the hash of `inputs`. */
function upToDate(stamp, inputs, make) {
  const hash = createHash("sha256");
  for (const file of inputs) hash.update(file).update(readFileSync(file));
  const digest = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

function sources() {
  return ["src", "test", "bench"]
    .filter((folder) => existsSync(folder))
    .flatMap(filesIn)
    .filter((file) => file.endsWith(".ts"));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function must(program, programArgs) {
  const { status, error } = spawnSync(program, programArgs, {
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (error !== undefined) fail(`${program} can't be run: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs node in the foreground; signals reach it, its exit code is ours. */
function run(nodeArgs, env = {}) {
  const child = spawn(process.execPath, nodeArgs, { stdio: "inherit", env: { ...process.env, ...env } });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`node can't be run: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

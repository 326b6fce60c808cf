// The project's commands, before anything is installed: plain Node, no dependency.
//
//   install what is missing ─▶ build what has changed ─▶ run
//
// Up to date is known by a hash of the inputs, kept beside the outputs: so the second run starts at once, offline too, and
// a checkout of another commit is noticed. A build replaces dist/ whole: nothing of a removed source stays.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installPackages } from "./install.mjs";

const commands = { start, demo, build, test, "test:update": updateTests, lint, format, check, bench };

const biome = [join("node_modules", "@biomejs", "biome", "bin", "biome")];
const tsc = join("node_modules", "typescript", "bin", "tsc");
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = "", ...args] = process.argv.slice(2);

if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(`Heartbeat needs Node 20 or newer; this is ${process.version} (${process.execPath})`);
}
if (!Object.hasOwn(commands, command)) fail(`expected one of ${Object.keys(commands).join(", ")}; got "${command}"`);
process.chdir(root);
await commands[command]();

/** In this very process: signals and exit code are the daemon's own. */
async function start() {
  await heartbeat("run");
}

/** Plays the recorded day of examples/day in the terminal. */
async function demo() {
  await heartbeat("demo");
}

async function heartbeat(subcommand) {
  build();
  const main = join(root, "dist", "src", "cli", "main.js");
  process.argv = [process.execPath, main, subcommand, ...args];
  await import(pathToFileURL(main).href);
}

function build() {
  install();
  upToDate("dist/.built", ["package.json", "package-lock.json", "tsconfig.json", ...sources()], compile);
}

async function test() {
  build();
  await node(testArgs());
}

/** Runs the tests that compare with files kept in the repository, and lets them write those anew. */
async function updateTests() {
  build();
  await node(testArgs(), { HEARTBEAT_UPDATE: "1" });
}

async function lint() {
  install();
  await node([...biome, "check", "."]);
}

async function format() {
  install();
  await node([...biome, "check", "--write", "."]);
}

async function check() {
  await lint();
  await test();
}

/** Without a name: lists the benchmarks. What follows the name is the benchmark's own; `--save` keeps its result. */
async function bench() {
  build();
  const folder = join("dist", "bench");
  const names = filesIn(folder)
    .filter((file) => file.endsWith(".js") && file !== join(folder, "report.js"))
    .map((file) => relative(folder, file).slice(0, -".js".length).replaceAll(sep, "/"));
  const [name, ...benchArgs] = args;
  if (name === undefined) process.stdout.write(`${names.join("\n")}\n`);
  else if (!names.includes(name)) fail(`expected one of ${names.join(", ")}; got "${name}"`);
  else await node([join(folder, `${name}.js`), ...benchArgs]);
}

function testArgs() {
  const files = args.length > 0 ? args : filesIn(join("dist", "test")).filter((file) => file.endsWith(".test.js"));
  // A file of tests that hangs fails by name; the slowest takes a tenth of this on an idle machine.
  return ["--test", "--test-timeout=300000", `--test-concurrency=${Math.max(1, Math.min(4, cpus().length))}`, ...files];
}

function install() {
  upToDate("node_modules/.heartbeat-installed", ["package.json", "package-lock.json"], () => {
    say("Installing packages …");
    if (!installPackages(root)) fail("The packages could not be installed; what npm says is above.");
  });
}

/** Beside dist/ first: a build that fails, or a second one at the same time, leaves a whole dist/ behind. */
function compile() {
  say("Building …");
  const fresh = `.dist-${process.pid}`;
  const status = runQuietly(process.execPath, [tsc, "-p", ".", "--outDir", fresh]);
  if (status === 0) {
    rmSync("dist", { recursive: true, force: true });
    renameSync(fresh, "dist");
    return;
  }
  rmSync(fresh, { recursive: true, force: true });
  fail("The build failed; what the compiler says is above.");
}

/** Runs `make` unless the file `stamp` holds the hash of `inputs`. */
function upToDate(stamp, inputs, make) {
  const hash = createHash("sha256");
  for (const file of inputs) hash.update(`${file}\0`).update(createHash("sha256").update(readFileSync(file)).digest());
  const digest = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  make();
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

/** Runs a program to its end and gives its exit code; what it says goes to stderr: stdout is the command's own. */
function runQuietly(program, programArgs) {
  const { status, error } = spawnSync(program, programArgs, { stdio: ["ignore", 2, 2] });
  if (error !== undefined) fail(`${program} can't be run: ${error.message}`);
  return status ?? 1;
}

/** Runs Node in the foreground; signals reach it, and what it ends with, other than 0, this process ends with. */
function node(nodeArgs, env = {}) {
  const child = spawn(process.execPath, nodeArgs, { stdio: "inherit", env: { ...process.env, ...env } });
  const forward = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, forward);
  return new Promise((resolve) => {
    child.on("error", (error) => fail(`node can't be run: ${error.message}`));
    child.on("exit", (code) => (code === 0 ? resolve() : process.exit(code ?? 1)));
  });
}

function say(message) {
  process.stderr.write(`${message}\n`);
}

function fail(message) {
  say(message);
  process.exit(1);
}

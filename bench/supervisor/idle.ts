// What the daemon weighs when nobody asks, and how long its start takes until `/now` answers from a stored snapshot. Each
// round measures beside it, on the same machine at the same time, a bare Node process that answers with a fixed text.
// node dist/bench/supervisor/idle.js [ROUNDS]

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { dataFolder } from "../../src/config/data-folder.js";

const rounds = Number(process.argv[2] ?? 5);
const pulses = 1_000;
/** Forced beats within a second are one. */
const beats = 5;
const idleMs = 3_000;
const pollMs = 5;

const main = fileURLToPath(new URL("../../src/cli/main.js", import.meta.url));
const bareServer = `require("node:http").createServer((_, answer) =>
  answer.end(JSON.stringify({ rssBytes: process.memoryUsage.rss() }))).listen(process.argv[1])`;

interface Round {
  readonly firstAnswerMs: number;
  readonly idleMb: number;
  /** After pulses and beats; the bare process gets none. */
  readonly usedMb: number;
}

async function measure(args: readonly string[], socket: string, use: () => Promise<void>): Promise<Round> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  try {
    await answered(child, socket);
    const firstAnswerMs = Math.round(performance.now() - began);
    // Forced beats come after the start's own, whose end is the end of the start.
    await ask(socket, "POST", "/beat");
    await delay(idleMs);
    const idleMb = await rssMb(socket);
    await use();
    await delay(idleMs);
    return { firstAnswerMs, idleMb, usedMb: await rssMb(socket) };
  } finally {
    if (child.kill("SIGTERM")) await once(child, "exit");
  }
}

async function answered(child: ChildProcess, socket: string): Promise<void> {
  while ((await ask(socket, "GET", "/now").catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    await delay(pollMs);
  }
}

async function rssMb(socket: string): Promise<number> {
  const { body } = await ask(socket, "GET", "/health");
  return Math.round((JSON.parse(body) as { readonly rssBytes: number }).rssBytes / 1e6);
}

async function work(socket: string): Promise<void> {
  for (let n = 0; n < pulses; n++) {
    const pulse = { source: "shell", type: "command", text: `ran npm test in package ${n % 100}: passed` };
    await ask(socket, "POST", "/pulse", JSON.stringify(pulse));
  }
  for (let n = 0; n < beats; n++) {
    await ask(socket, "POST", "/beat");
    await delay(1_000);
  }
}

async function ask(socketPath: string, method: string, path: string, body?: string) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  const call = request({ socketPath, method, path, headers, agent: false }).end(body);
  const [response] = await once(call, "response");
  return { status: response.statusCode as number, body: await text(response) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const dir = mkdtempSync(join(tmpdir(), "heartbeat-idle-"));
const socket = dataFolder(dir).socket;
const daemon = () => measure([main, "run", "--data", dir, "--port", "0"], socket, () => work(socket));
const bare = (path: string) => measure(["-e", bareServer, path], path, async () => {});
const rows: { readonly daemon: Round; readonly bare: Round }[] = [];
try {
  await daemon();
  for (let n = 0; n < rounds; n++) rows.push({ bare: await bare(join(dir, `bare-${n}`)), daemon: await daemon() });
} finally {
  rmSync(dir, { recursive: true, force: true });
}

const figures = (["firstAnswerMs", "idleMb", "usedMb"] as const).map((name) => {
  const [ours, theirs] = [rows.map((row) => row.daemon[name]), rows.map((row) => row.bare[name])];
  const ratio = median(rows.map((row) => row.daemon[name] / row.bare[name])).toFixed(1);
  return [name, { daemon: median(ours), bare: median(theirs), ratio: Number(ratio), all: ours }];
});
process.stdout.write(
  `${JSON.stringify({ ...Object.fromEntries(figures), rounds, pulses, beats, node: process.version, cpu: cpus()[0]?.model }, null, 2)}\n`,
);

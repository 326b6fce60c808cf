// How long a start takes until `/now` answers: with a log of 1,000,000 pulses, of which the newest 100,000 were not folded
// before the daemon ended, against an empty one. Real daemons in turn; the ratio is taken pair by pair.
// npm run bench -- supervisor/start [--save]

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DataFolder } from "../../src/config/data-folder.js";
import { furnishDataFolder } from "../../src/config/furnish.js";
import { encodeFrame } from "../../src/log/frame.js";
import { openBeats } from "../../test/log/beats.js";
import { quantile, report } from "../report.js";

const pairs = 7;
const allPulses = 1_000_000;
const unfolded = 100_000;
const perFrame = 500;
const perBeat = 10_000;
const pollMs = 5;
const main = fileURLToPath(new URL("../../src/cli/main.js", import.meta.url));

function newFolder(): DataFolder {
  const folder = furnishDataFolder(mkdtempSync(join(tmpdir(), "heartbeat-bench-")));
  writeFileSync(folder.config, "[collectors.git]\nenabled = false\n[collectors.window]\nenabled = false\n");
  return folder;
}

/** A beat each 8 minutes up to now, 10,000 pulses of 20 sources before each. */
async function fill(folder: DataFolder): Promise<void> {
  const { pulses, beat, close } = openBeats(folder.log);
  const beats = (allPulses - unfolded) / perBeat;
  const start = Date.now() - (beats + 1) * 480_000;
  for (let n = 0; n <= beats; n++) {
    const instant = start + n * 480_000;
    const end = Math.min(allPulses, pulses.head + (n === beats ? unfolded : perBeat));
    while (pulses.head < end) {
      const first = pulses.head + 1;
      const said = Array.from({ length: perFrame }, (_, i) => pulseOf(first + i, instant - 400_000 + i));
      const record = encodeFrame({ receivedAt: instant - 1_000, epoch: 0, pulses: said });
      pulses.append([{ first, count: perFrame, record, ids: [] }], { epoch: 0, time: instant - 1_000 });
    }
    if (n < beats) await beat({ instant });
  }
  await close();
}

function pulseOf(seq: number, time: number) {
  const key = seq % 3 === 0 ? {} : { key: "focus" };
  return { source: `source-${seq % 20}`, type: "window.focus", text: `editing file ${seq % 997}`, time, ...key };
}

async function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request({ socketPath, path: "/now.md", agent: false }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200));
    });
    call.on("error", () => resolve(false));
    call.end();
  });
}

async function stop(daemon: ChildProcess): Promise<void> {
  const ended = once(daemon, "exit");
  daemon.kill("SIGTERM");
  await ended;
}

/** ms from the start of the process to the first `/now` that answers. */
async function startMs(folder: DataFolder): Promise<number> {
  const begun = performance.now();
  const daemon = spawn(process.execPath, [main, "run", "--data", folder.dir, "--port", "0"], { stdio: "ignore" });
  while (!(await answers(folder.socket))) await delay(pollMs);
  const took = performance.now() - begun;
  await stop(daemon);
  return Math.round(took);
}

function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

const full = newFolder();
await fill(full);
const empty: number[] = [];
const filled: number[] = [];
for (let n = 0; n < pairs; n++) {
  const fresh = newFolder();
  empty.push(await startMs(fresh));
  rmSync(fresh.dir, { recursive: true });
  // The daemon of the first run folds what was left, and from then on it starts from its checkpoint.
  filled.push(await startMs(full));
}
rmSync(full.dir, { recursive: true });
const ratios = filled.map((ms, i) => Math.round((ms / (empty[i] as number)) * 100) / 100);
report("supervisor/start", {
  pulses: allPulses,
  msEmpty: empty,
  msFilled: filled,
  medianEmpty: median(empty),
  medianFilled: median(filled),
  ratios,
  medianRatio: median(ratios),
});

// How fast a recorded file replays: a real day of 3,778 pulses, repeated with shifted times.
// node dist/bench/replay.js [DAYS]   default 30; 365 is a year

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { settingsOf } from "../src/cli/commands/replay-recording.js";
import { dayMs } from "../src/pipeline/beat-clock.js";
import { play } from "../src/replay/play.js";
import { Recording } from "../src/replay/recording.js";

const days = Number(process.argv[2] ?? 30);
const folder = mkdtempSync(join(tmpdir(), "heartbeat-bench-"));
const path = join(folder, "days.ndjson");
const day = readFileSync(new URL("../../test/data/real-rhythm-day.ndjson", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const pulses = day.map((line) => JSON.parse(line) as { time: string; text: string });

writeFileSync(path, "");
for (let n = 0; n < days; n++) {
  const lines = pulses.map((pulse) => {
    const time = new Date(Date.parse(pulse.time) + n * dayMs).toISOString();
    return `${JSON.stringify({ ...pulse, time, receivedAt: time })}\n`;
  });
  appendFileSync(path, lines.join(""));
}

const cpuBefore = process.cpuUsage();
const begun = performance.now();
const { grid, redact } = await settingsOf({ pulses: path });
const recording = await Recording.open(path, redact);
const judged = performance.now();
let beats = 0;
for await (const _ of play(recording, grid, {})) beats += 1;
const seconds = (performance.now() - begun) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
rmSync(folder, { recursive: true });

process.stdout.write(
  `${JSON.stringify(
    {
      days,
      pulses: recording.pulses,
      beats,
      seconds: Number(seconds.toFixed(2)),
      ofThemJudgingTheFile: Number(((judged - begun) / 1_000).toFixed(2)),
      cpuSeconds: Number(((user + system) / 1e6).toFixed(2)),
      pulsesPerSecond: Math.round(recording.pulses / seconds),
      beatsPerSecond: Math.round(beats / seconds),
      rssMb: Math.round(process.memoryUsage().rss / 1e6),
      node: process.version,
      cpu: cpus()[0]?.model,
    },
    null,
    2,
  )}\n`,
);

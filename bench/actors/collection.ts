// Durable pulses a second through the real collection thread: bodies in over a message port, acks out when flushed.
// npm run bench -- actors/collection

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCollection } from "../../test/actors/collection/collection-thread.js";
import { report } from "../report.js";

const seconds = 2;
const warmUpSeconds = 2;
const inFlight = 256;

async function measure(perFrame: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "heartbeat-bench-"));
  const thread = await startCollection({ folder });
  const body = new TextEncoder().encode(
    JSON.stringify(
      Array.from({ length: perFrame }, (_, n) => ({
        source: "window",
        type: "window.focus",
        time: "2026-03-13T10:56:00.000+01:00",
        text: `Code: editing src/pipeline/fold.ts in heartbeat, window ${n}, and some more words to be like a title`,
      })),
    ),
  );
  let stored = 0;
  const lane = async (end: number): Promise<void> => {
    while (performance.now() < end) {
      const result = await thread.send(body);
      if (result.type !== "judged") throw new Error(result.message);
      stored += result.answer.count;
    }
  };
  const run = async (duration: number): Promise<number> => {
    const [before, start] = [stored, performance.now()];
    await Promise.all(Array.from({ length: inFlight }, () => lane(start + duration * 1_000)));
    return (stored - before) / ((performance.now() - start) / 1_000);
  };
  await run(warmUpSeconds);
  const rate = await run(seconds);
  await thread.close();
  rmSync(folder, { recursive: true, force: true });
  return Math.round(rate);
}

const results: Record<string, number> = {};
for (const perFrame of [1, 10, 100]) results[`pulsesPerSecondAt${perFrame}`] = await measure(perFrame);
report("actors/collection", { ...results, inFlight, rssMb: Math.round(process.memoryUsage().rss / 1e6) });

// For `kill.test.ts`: a process that streams pulses into a real collection thread and says on stdout what was acked.

import { writeSync } from "node:fs";
import { startCollection } from "./collection-thread.js";

const [folder = "", run = ""] = process.argv.slice(2);
const thread = await startCollection({ folder });
writeSync(1, "ready\n");

async function stream(lane: number): Promise<never> {
  for (let n = 0; ; n++) {
    const pulses = Array.from({ length: (n % 5) + 1 }, (_, i) => ({
      source: "a",
      text: "x",
      id: `${run}-${lane}-${n}-${i}`,
    }));
    const result = await thread.send(pulses);
    if (result.type !== "judged" || result.answer.count !== pulses.length) throw new Error(JSON.stringify(result));
    writeSync(1, pulses.map(({ id }, i) => `${id} ${(result.answer.first ?? 0) + i}\n`).join(""));
  }
}

await Promise.all(Array.from({ length: 8 }, (_, lane) => stream(lane)));

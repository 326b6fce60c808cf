// A snapshot, a health report and collection's answer, as the real ones are shaped.

import type { PulsesResult } from "../../src/actors/collection/protocol.js";
import type { Health, PublishedSnapshot } from "../../src/http/protocol.js";

export const token = "token-of-the-tests-0123456789";

export const stored: PulsesResult = {
  type: "judged",
  answer: { first: 1, count: 1, duplicates: [], errors: [] },
};

export function snapshot(ordinal: number, time: number, windows: readonly number[] = [8192]): PublishedSnapshot {
  return {
    ordinal,
    id: "2026-03-13/081",
    kind: "grid",
    time,
    windows: windows.map((window) => ({
      window,
      json: Buffer.from(JSON.stringify({ ordinal, window, text: "# NOW – ⏎\n" })),
      markdown: Buffer.from(`# NOW ${ordinal} ${window} – ⏎\n`),
      drift: Buffer.from(JSON.stringify({ since: ordinal - 1 })),
      tag: `${ordinal}-${window}`,
    })),
  };
}

export const health: Health = {
  status: "ok",
  problems: [],
  version: "0.0.0",
  pid: 1,
  uptimeSeconds: 1,
  rssBytes: 1,
  transport: { name: "node:http", reason: null },
  paused: null,
  beat: { last: null, next: "2026-03-13T10:48:00Z", gaps: [] },
  log: { head: 7, watermark: 7, usedBytes: 1, maxBytes: 2 },
  actors: [{ name: "collection", status: "ok", restarts: 0, detail: "private detail" }],
  collectors: [{ name: "git", status: "ok", detail: "private detail", lastRun: null, nextRun: null, tookMs: null }],
  inference: { state: "off", reason: "no model" },
};

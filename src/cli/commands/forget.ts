// heartbeat forget and prune: take something out of the log. Both answer when it is gone from the disk.

import type { DataFolder } from "../../config/data-folder.js";
import { HeartbeatError } from "../../errors.js";
import type { SupervisorAnswers } from "../../http/protocol.js";
import { parseSpan } from "../../replay/time-range.js";
import { askDaemon } from "../daemon-client.js";

/** The whole log is read, and what it frees is overwritten. */
const limitMs = 600_000;

export interface ForgetOptions {
  readonly source?: string;
  readonly between?: readonly string[];
}

/** @throws HB_USAGE unless exactly one of ref, source and between is said; HB_NO_REF */
export async function forget(
  folder: DataFolder,
  ref: string | undefined,
  { source, between }: ForgetOptions,
): Promise<void> {
  const body = bodyOf(ref, source, between);
  const answer = await askDaemon<SupervisorAnswers["forget"]>(folder, {
    method: "POST",
    path: "/forget",
    body,
    timeoutMs: limitMs,
  });
  process.stdout.write(`${answer.pulses} pulses forgotten, and the lines of ${answer.snapshots} snapshots\n`);
}

function bodyOf(ref: string | undefined, source: string | undefined, between: readonly string[] | undefined): unknown {
  if ([ref, source, between].filter((one) => one !== undefined).length !== 1) {
    throw new HeartbeatError("HB_USAGE", "expected one of REF, --source S and --between A B");
  }
  if (ref !== undefined) return { ref };
  if (source !== undefined) return { source };
  const [from, to, ...more] = between as readonly string[];
  if (from === undefined || to === undefined || more.length > 0) {
    throw new HeartbeatError("HB_USAGE", "--between: expected two times, A and B");
  }
  return { between: [parseSpan("--between", from).begin, parseSpan("--between", to).end - 1] };
}

/** @param before a UTC day or a time with an offset. @throws HB_USAGE */
export async function prune(folder: DataFolder, { before }: { readonly before: string }): Promise<void> {
  const { frames, pruned, usedBytes } = await askDaemon<SupervisorAnswers["prune"]>(folder, {
    method: "POST",
    path: "/prune",
    body: { before: parseSpan("--before", before).begin },
    timeoutMs: limitMs,
  });
  const gone = pruned === 0 ? "" : `; pulses up to p${pruned} are gone`;
  process.stdout.write(`${frames} frames pruned${gone}; the pulses log uses ${usedBytes} bytes\n`);
}

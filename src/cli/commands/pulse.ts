// heartbeat pulse: one signal from the command line. Prints the ref under which it is stored.

import type { DataFolder } from "../../config/data-folder.js";
import { HeartbeatError } from "../../errors.js";
import type { PulseAnswer } from "../../pipeline/pulse.js";
import { askDaemon } from "../daemon-client.js";
import { maxTextBytes, shortenText } from "../shorten-text.js";
import { beat } from "./beat.js";

export interface PulseOptions {
  readonly source: string;
  readonly type?: string;
  readonly key?: string;
  /** RFC 3339 with offset, or ms since 1970. */
  readonly time?: string;
  readonly until?: string;
  readonly importance?: number;
  readonly retract?: true;
  /** Makes a snapshot right after. */
  readonly beat?: true;
}

/** @param text `-` reads it from stdin; a pulse that retracts needs none */
export async function pulse(folder: DataFolder, text: string | undefined, options: PulseOptions): Promise<void> {
  const { beat: beatAfter, time, until, ...fields } = options;
  const said = text === "-" ? await readStdin() : text;
  const body = {
    ...fields,
    ...(said !== undefined && { text: await shortenText(said) }),
    ...(time !== undefined && { time: instant(time) }),
    ...(until !== undefined && { until: instant(until) }),
  };
  const answer = await askDaemon<PulseAnswer>(folder, { method: "POST", path: "/pulse", body });
  const [error] = answer.errors;
  if (error !== undefined) throw new HeartbeatError(error.code, error.message);
  process.stdout.write(`p${answer.first ?? answer.duplicates[0]?.seq}\n`);
  if (beatAfter === true) await beat(folder);
}

/** A whole number is ms since 1970; the daemon judges the rest. */
function instant(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Reads to the end, so that the writer is not cut off, and keeps what a pulse can hold. */
async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    // A byte more than fits, and it is known that something was cut off.
    if (bytes <= maxTextBytes) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks).toString().trimEnd();
}

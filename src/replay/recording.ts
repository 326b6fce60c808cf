// A recorded file, in the order of the log. It is read twice: first to judge every line, so that a bad one is named before
// anything is made from the rest, and to learn the order; then to play. Only a file whose lines are out of order is held
// in memory.
//
//   lines all have a rising seq (from a log)   as they stand, under their own refs
//   else                                       by receipt, ties by position; refs p1, p2, …

import { HeartbeatError } from "../errors.js";
import type { Redactor } from "../log/redact.js";
import { redactPulse } from "../log/redact-pulse.js";
import type { Pulse } from "../pipeline/pulse.js";
import { type Line, linesOf, parseObject } from "./ndjson.js";
import { type PulseEntry, pulseEntry } from "./pulse-entry.js";
import { isStateLine, isTickLine, type StateLine, type TickLine } from "./tick-line.js";

export type Entry =
  | {
      readonly type: "pulse";
      readonly seq: number;
      readonly receivedAt: number;
      readonly epoch: number;
      readonly pulse: Pulse;
    }
  | { readonly type: "tick"; readonly line: TickLine; readonly number: number }
  | { readonly type: "state"; readonly line: StateLine };

type Parsed = (PulseEntry & { readonly type: "pulse" }) | Exclude<Entry, { type: "pulse" }>;

/** Bad lines named in one error. */
const mostNamed = 10;

export class Recording {
  readonly path: string;
  readonly #redact: Redactor;
  pulses = 0;
  ticks = 0;
  /** Earliest and latest receipt, ms since 1970. */
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;
  #fromLog = true;
  #inOrder = true;

  private constructor(path: string, redact: Redactor) {
    this.path = path;
    this.#redact = redact;
  }

  /**
   * @param redact for pulses that were in no log yet
   * @throws HB_RECORDING naming the file, and each bad line with what was expected and what came
   */
  static async open(path: string, redact: Redactor): Promise<Recording> {
    const recording = new Recording(path, redact);
    await recording.#judge();
    return recording;
  }

  /** Every line as it is to be played. */
  async *entries(): AsyncGenerator<Entry, void> {
    const known = new Set<string>();
    let seq = 0;
    const inOrder = this.#fromLog || this.#inOrder ? this.#parsed() : this.#sorted();
    for await (const entry of inOrder) {
      if (entry.type !== "pulse") {
        yield entry;
        continue;
      }
      if (entry.seq === null && isRepeated(entry.pulse, known)) continue;
      seq = this.#fromLog ? (entry.seq as number) : seq + 1;
      const pulse = entry.seq === null ? redactPulse(entry.pulse, this.#redact) : entry.pulse;
      yield { ...entry, seq, pulse };
    }
  }

  async #judge(): Promise<void> {
    const problems: string[] = [];
    let bad = 0;
    let lastSeq = 0;
    let unordered: number | undefined;
    for await (const lines of this.#lines()) {
      for (const line of lines) {
        const parsed = parse(line);
        if (typeof parsed === "string") {
          bad += 1;
          if (problems.length < mostNamed) problems.push(`line ${line.number}: ${parsed}`);
        } else if (parsed.type === "tick") this.ticks += 1;
        else if (parsed.type === "pulse") {
          const rises = parsed.seq !== null && parsed.seq > lastSeq;
          if (!rises) unordered ??= line.number;
          lastSeq = parsed.seq ?? lastSeq;
          this.#add(parsed);
        }
      }
    }
    this.#fromLog = unordered === undefined;
    if (this.ticks > 0 && unordered !== undefined) {
      bad += 1;
      problems.push(`line ${unordered}: expected a rising seq, as every pulse of a file with ticks has`);
    }
    if (bad > mostNamed) problems.push(`and ${bad - mostNamed} more lines`);
    if (bad > 0) throw this.#error(problems.join("\n"));
    if (this.pulses + this.ticks === 0) throw this.#error("expected pulses, one a line; none came");
  }

  #add({ receivedAt }: PulseEntry): void {
    this.pulses += 1;
    this.#inOrder &&= receivedAt >= this.last;
    this.first = Math.min(this.first, receivedAt);
    this.last = Math.max(this.last, receivedAt);
  }

  async *#parsed(): AsyncGenerator<Parsed, void> {
    for await (const lines of this.#lines()) {
      for (const line of lines) {
        const parsed = parse(line);
        if (typeof parsed === "string") throw this.#error(`line ${line.number}: ${parsed}`);
        yield parsed;
      }
    }
  }

  async *#sorted(): AsyncGenerator<Parsed, void> {
    const all: (Parsed & { type: "pulse" })[] = [];
    for await (const parsed of this.#parsed()) if (parsed.type === "pulse") all.push(parsed);
    yield* all.sort((a, b) => a.receivedAt - b.receivedAt);
  }

  async *#lines(): AsyncGenerator<readonly Line[], void> {
    try {
      yield* linesOf(this.path);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      throw this.#error(`can't be read: ${message}`, error);
    }
  }

  #error(message: string, cause?: unknown): HeartbeatError {
    return new HeartbeatError("HB_RECORDING", `${this.path}: ${message}`, {
      hint: "nothing was written; mend the file and run it again",
      cause,
    });
  }
}

function parse({ number, bytes }: Line): Parsed | string {
  const value = parseObject(bytes);
  if (typeof value === "string") return value;
  if (value.tick !== undefined) {
    return isTickLine(value)
      ? { type: "tick", line: value, number }
      : "expected a tick as `heartbeat export` writes it";
  }
  if (value.state !== undefined) {
    return isStateLine(value) ? { type: "state", line: value } : "expected a state as `heartbeat export` writes it";
  }
  const entry = pulseEntry(value);
  return typeof entry === "string" ? entry : { type: "pulse", ...entry };
}

/** The first of a source's id wins, whatever its content. */
function isRepeated({ source, id }: Pulse, known: Set<string>): boolean {
  if (id === undefined) return false;
  const key = `${source.length}:${source}${id}`;
  if (known.has(key)) return true;
  known.add(key);
  return false;
}

// One run of one collector: a bash script in a process group of its own.
// It never outlives its timeout: SIGTERM, then SIGKILL, to the whole group; what it left running ends with it. Of its
// output only the last lines are kept, whatever it writes.

import { type ChildProcess, spawn } from "node:child_process";
import type { CollectorDefinition } from "./collector-definitions.js";

/** How long a collector that was told to end may take to do so. */
const graceMs = 1_000;
/** How long output is waited for once the script itself has ended. */
const drainMs = 500;
/** Kept of each output stream, in bytes. */
const keptBytes = 4_096;
/** Exit code of a collector that cannot work on this machine (EX_UNAVAILABLE). */
const unavailableCode = 69;

/** How a run ended. `detail` is one line for people. */
export interface CollectorOutcome {
  readonly status: "ok" | "failed" | "killed" | "unavailable";
  readonly detail: string;
}

export class CollectorProcess {
  /** Settles when the script and its pipes are done; never rejects. */
  readonly ended: Promise<CollectorOutcome>;
  readonly #child: ChildProcess;
  #killedBecause: string | undefined;

  constructor(definition: CollectorDefinition) {
    // -p: takes no functions, startup file or shell options from the environment.
    this.#child = spawn("bash", ["-p", definition.script, ...definition.arguments], {
      detached: true,
      env: { ...process.env, ...definition.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.ended = this.#watch();
  }

  /** Ends the run: SIGTERM, after a second SIGKILL. `because` becomes its outcome. Can be called twice. */
  kill(because: string): void {
    if (this.#killedBecause !== undefined) return;
    this.#killedBecause = because;
    this.#signal("SIGTERM");
    setTimeout(() => this.#signal("SIGKILL"), graceMs).unref();
  }

  #watch(): Promise<CollectorOutcome> {
    const child = this.#child;
    const stdout = new Tail(child.stdout);
    const stderr = new Tail(child.stderr);
    return new Promise((resolve) => {
      child.once("error", (error) => resolve(notStarted(error)));
      child.once("exit", () => {
        this.#signal("SIGKILL");
        setTimeout(() => child.stdout?.destroy(), drainMs).unref();
        setTimeout(() => child.stderr?.destroy(), drainMs).unref();
      });
      child.once("close", (code, signal) => resolve(this.#outcome(code, signal, stdout.lastLine, stderr.lastLine)));
    });
  }

  #outcome(code: number | null, signal: NodeJS.Signals | null, out: string, err: string): CollectorOutcome {
    if (this.#killedBecause !== undefined) return { status: "killed", detail: this.#killedBecause };
    if (code === 0) return { status: "ok", detail: err || out };
    if (code === unavailableCode)
      return { status: "unavailable", detail: out || "not available here: it did not say why" };
    return { status: "failed", detail: err || out || (signal ? `ended by ${signal}` : `exit code ${code}`) };
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // The group is gone already.
    }
  }
}

function notStarted(error: NodeJS.ErrnoException): CollectorOutcome {
  if (error.code === "ENOENT") return { status: "unavailable", detail: "not available here: bash is not installed" };
  return { status: "failed", detail: `bash could not be started: ${error.message}` };
}

/** The end of an output stream. */
class Tail {
  #kept = Buffer.alloc(0);

  constructor(stream: NodeJS.ReadableStream | null) {
    stream?.on("data", (chunk: Buffer) => {
      this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-keptBytes);
    });
  }

  /** The last line with something on it, without control characters, at most 300 characters. */
  get lastLine(): string {
    const lines = this.#kept
      .toString("utf8")
      .replace(/[^\P{C}\n]/gu, "")
      .split("\n");
    return (
      lines
        .findLast((line) => line.trim() !== "")
        ?.trim()
        .slice(0, 300) ?? ""
    );
  }
}

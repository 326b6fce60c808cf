// Drives lock-child.ts: one process that wants the lock.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

export interface Outcome {
  readonly held?: true;
  readonly code?: string;
  readonly message?: string;
}

export class LockProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(t: TestContext, folder: string): Promise<LockProcess> {
    const child = fork(fileURLToPath(new URL("lock-child.js", import.meta.url)), [folder]);
    t.after(() => child.kill("SIGKILL"));
    await once(child, "message");
    return new LockProcess(child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async acquire(): Promise<Outcome> {
    return this.#tell("acquire");
  }

  async release(): Promise<void> {
    await this.#tell("release");
  }

  async kill(): Promise<void> {
    const exit = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exit;
  }

  async #tell(what: string): Promise<Outcome> {
    const [answer] = await Promise.all([once(this.#child, "message"), this.#child.send(what)]);
    return answer[0] as Outcome;
  }
}

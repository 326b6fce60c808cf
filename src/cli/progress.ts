// A progress bar on a terminal's stderr, and nothing where stderr is no terminal.

import { stderr } from "node:process";

const width = 30;
const leastMs = 100;

export class Progress {
  #shownAt = Number.NEGATIVE_INFINITY;

  /** @param done 0 to 1. @param label what is being done */
  show(done: number, label: string): void {
    if (!stderr.isTTY || performance.now() - this.#shownAt < leastMs) return;
    this.#shownAt = performance.now();
    const full = Math.floor(done * width);
    const bar = "█".repeat(full) + "░".repeat(width - full);
    stderr.write(`\r\x1b[K${bar} ${String(Math.floor(done * 100)).padStart(3)} % ${label}`);
  }

  /** Takes the bar away. */
  clear(): void {
    if (this.#shownAt > 0) stderr.write("\r\x1b[K");
  }
}

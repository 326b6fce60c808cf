// The pool that shares out digest over chunks of frames. It is loaded and its threads start when there is work worth
// handing over, and they go when they were idle for a while; what is smaller than a hand-over costs is digested by the
// caller.

import { availableParallelism } from "node:os";
import type { Piscina } from "piscina";
import { digest, type PulseDigest } from "../../pipeline/digest.js";
import type { ClassificationResult, ClassificationTask } from "./protocol.js";

/** Bytes of frames in a chunk; what fits one chunk is digested by the caller. */
const chunkBytes = 128 * 1_024;
/** An idle thread ends after this. */
const idleMs = 10_000;

type Pool = Piscina<ClassificationTask, ClassificationResult>;

export class Classification {
  #pool: Promise<Pool> | undefined;

  /** The digests of the frames, in their order. */
  async classify(frames: ClassificationTask["frames"]): Promise<readonly PulseDigest[]> {
    const chunks = chunksOf(frames);
    if (chunks.length <= 1) return digest(frames);
    this.#pool ??= createPool();
    const pool = await this.#pool;
    const digests = await Promise.all(chunks.map((chunk) => pool.run({ frames: chunk })));
    return digests.flat();
  }

  /** Ends the pool's threads; they own nothing. */
  async close(): Promise<void> {
    const pool = await this.#pool;
    await pool?.destroy();
    this.#pool = undefined;
  }
}

async function createPool(): Promise<Pool> {
  const { Piscina } = await import("piscina");
  return new Piscina<ClassificationTask, ClassificationResult>({
    filename: new URL("./worker.js", import.meta.url).href,
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: idleMs,
    concurrentTasksPerWorker: 1,
  });
}

function chunksOf(frames: ClassificationTask["frames"]): ClassificationTask["frames"][] {
  const chunks: ClassificationTask["frames"][number][][] = [];
  let bytes = chunkBytes;
  for (const frame of frames) {
    if (bytes >= chunkBytes) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)?.push(frame);
    bytes += frame.record.length;
  }
  return chunks;
}

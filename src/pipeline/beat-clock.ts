// Beats: 480 s of UTC. A UTC day has exactly 180, whatever daylight saving does.

export const beatMs = 480_000;
export const dayMs = 86_400_000;

/** Number of the block that `time` (ms since 1970) lies in. */
export function blockOf(time: number): number {
  return Math.floor(time / beatMs);
}

/** Instant (ms) at which a block starts. */
export function blockStart(block: number): number {
  return block * beatMs;
}

/** `YYYY-MM-DD/NNN` of a block. */
export function blockId(block: number): string {
  const start = blockStart(block);
  const day = Math.floor(start / dayMs);
  return `${new Date(start).toISOString().slice(0, 10)}/${String(block - day * 180).padStart(3, "0")}`;
}

/** `YYYY-MM-DD/NNN`, or `YYYY-MM-DD/NNN.k` for a further snapshot in the block. */
export function beatId(block: number, k: number): string {
  return k === 0 ? blockId(block) : `${blockId(block)}.${k}`;
}

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

/** Number of the first block of a UTC day `YYYY-MM-DD`; `undefined` for what is no such day. */
export function parseDay(day: string): number | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) return undefined;
  return blockOf(start);
}

/** Block and k of `YYYY-MM-DD/NNN` or `YYYY-MM-DD/NNN.k`; `undefined` for what is no such id. */
export function parseBeatId(id: string): { readonly block: number; readonly k: number } | undefined {
  const [, day = "", number, k = "0"] = /^([\d-]+)\/(\d{3})(?:\.([1-9]\d{0,4}))?$/.exec(id) ?? [];
  const first = parseDay(day);
  if (first === undefined || Number(number) >= 180) return undefined;
  return { block: first + Number(number), k: Number(k) };
}

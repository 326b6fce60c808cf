// Repeatable choices for what is simulated: the same seed gives the same sequence on every machine.

export interface Random {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
  pick<T>(of: readonly [T, ...T[]]): T;
}

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const between = (low: number, high: number): number => low + (next() % (high - low + 1));
  return {
    between,
    chance: (percent) => between(1, 100) <= percent,
    pick: (of) => of[between(0, of.length - 1)] as (typeof of)[0],
  };
}

// The rank of an item: importance · 2^(−age / halfLife), written so that it never changes with time.
//
//   score = end + ⌊halfLife · T[importance] / 2²⁰⌋ ms,   T[i] = round(2²⁰ · log₂(i / 100))
//
// T is a table, not a call, so that no engine's logarithm decides an order. At equal importance later ends rank first.

// biome-ignore format: ten a row
const log2Table: readonly number[] = [
  -6_966_588, -5_918_012, -5_304_635, -4_869_436, -4_531_870, -4_256_059, -4_022_863, -3_820_860, -3_642_681, -3_483_294,
  -3_339_111, -3_207_483, -3_086_396, -2_974_287, -2_869_916, -2_772_284, -2_680_573, -2_594_105, -2_512_313, -2_434_718,
  -2_360_910, -2_290_535, -2_223_290, -2_158_907, -2_097_152, -2_037_820, -1_980_727, -1_925_711, -1_872_626, -1_821_340,
  -1_771_737, -1_723_708, -1_677_158, -1_631_997, -1_588_145, -1_545_529, -1_504_080, -1_463_737, -1_424_442, -1_386_142,
  -1_348_788, -1_312_334, -1_276_737, -1_241_959, -1_207_963, -1_174_714, -1_142_180, -1_110_331, -1_079_138, -1_048_576,
  -1_018_619, -989_244, -960_428, -932_151, -904_393, -877_135, -850_360, -824_050, -798_190, -772_764,
  -747_759, -723_161, -698_956, -675_132, -651_678, -628_582, -605_833, -583_421, -561_336, -539_569,
  -518_111, -496_953, -476_087, -455_504, -435_198, -415_161, -395_386, -375_866, -356_595, -337_566,
  -318_774, -300_212, -281_875, -263_758, -245_855, -228_161, -210_672, -193_383, -176_289, -159_387,
  -142_671, -126_138, -109_783, -93_604, -77_595, -61_755, -46_078, -30_562, -15_204, 0,
];

/** Largest half-life for which the product stays an exact integer: 14 days, in ms. */
export const maxHalfLifeMs = 336 * 3_600_000;

/**
 * @param end ms since 1970 at which the item ended, or its last instant
 * @param importance hundredths, 0–100; 0 counts as 1
 * @param halfLifeMs whole ms, at most `maxHalfLifeMs`
 */
export function scoreOf(end: number, importance: number, halfLifeMs: number): number {
  const t = log2Table[Math.max(importance, 1) - 1] as number;
  return end + Math.floor((halfLifeMs * t) / 1_048_576);
}

/** A place in the order of a ranked section: score, then end, then ref. */
export interface Place {
  readonly score: number;
  readonly end: number;
  /** Number of the first ref. */
  readonly ref: number;
}

/** Best first: negative when `a` ranks above `b`. */
export function byRank(a: Place, b: Place): number {
  return b.score - a.score || b.end - a.end || b.ref - a.ref;
}

// The known name a misspelt one probably meant.

/**
 * Nearest of the dotted `names` to `name`, if near enough to be worth saying: by edit distance of the last part, where
 * a beginning (`timeout` for `timeoutSeconds`) counts as one edit; of several the one whose whole name is nearest.
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const last = lastPart(name);
  let best: { name: string; distance: number; whole: number } | undefined;
  for (const candidate of names) {
    const distance = lastPartDistance(last, lastPart(candidate));
    const whole = editDistance(name, candidate);
    const nearer = best === undefined || distance < best.distance || (distance === best.distance && whole < best.whole);
    if (distance <= Math.max(1, last.length / 3) && nearer) best = { name: candidate, distance, whole };
  }
  return best?.name;
}

function lastPartDistance(name: string, candidate: string): number {
  const begins = name.length >= 4 && plain(candidate).startsWith(plain(name));
  return begins ? Math.min(1, editDistance(name, candidate)) : editDistance(name, candidate);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/**
 * Edit distance with swapped neighbours as one edit (optimal string alignment); case, dashes and underscores count for
 * nothing.
 */
function editDistance(left: string, right: string): number {
  const a = plain(left);
  const b = plain(right);
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(last, j - 2) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, at(row, j) + 1, at(next, j - 1) + 1));
    }
    last = row;
    row = next;
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

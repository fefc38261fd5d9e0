/**
 * Krippendorff's alpha for interval data: 1 for full agreement, 0 for agreement by chance, below 0 for less. K.
 * Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011).
 *
 * `units`: the ratings of each rated thing; units with fewer than two are ignored. null if nothing can be compared, or
 * if all ratings are equal.
 */
export function krippendorffAlpha(units: number[][]): number | null {
  const pairable = units.filter((ratings) => ratings.length >= 2);
  const all = pairable.flat();
  const expected = squaredDifferences(all) / (all.length - 1);
  if (all.length === 0 || expected === 0) return null;
  const observed = pairable.reduce((sum, ratings) => sum + squaredDifferences(ratings) / (ratings.length - 1), 0);
  return Math.round((1 - observed / expected) * 1_000) / 1_000;
}

function squaredDifferences(values: number[]): number {
  return values.reduce((sum, a) => sum + values.reduce((inner, b) => inner + (a - b) ** 2, 0), 0);
}

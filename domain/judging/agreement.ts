/**
 * Krippendorff's alpha for interval data: 1 when all raters agree, 0 when they agree as by chance, less when they
 * agree worse than that. K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011).
 *
 * `units`: what was rated, each with the ratings that it was given. Raters may have left some out; a unit with fewer
 * than two says nothing. null when nothing can be compared, or when all ratings of all units are the same.
 */
export function krippendorffAlpha(units: number[][]): number | null {
  const pairable = units.filter((ratings) => ratings.length >= 2);
  const all = pairable.flat();
  const expected = squaredDifferences(all) / (all.length - 1);
  if (all.length === 0 || expected === 0) return null;
  const observed = pairable.reduce((sum, ratings) => sum + squaredDifferences(ratings) / (ratings.length - 1), 0);
  return Math.round((1 - observed / expected) * 1_000) / 1_000;
}

/** Over all ordered pairs. */
function squaredDifferences(values: number[]): number {
  return values.reduce((sum, a) => sum + values.reduce((inner, b) => inner + (a - b) ** 2, 0), 0);
}

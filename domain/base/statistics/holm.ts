/**
 * P-values adjusted for several tests, in their order: the chance of one false claim or more among them stays below the level
 * that each adjusted value is compared with. Source: S. Holm, "A simple sequentially rejective multiple test procedure",
 * Scandinavian Journal of Statistics 6 (1979), 65–70.
 */
export function holm(pValues: readonly number[]): number[] {
  const adjusted = pValues.map(() => 1);
  const inOrder = pValues.map((p, place) => ({ p, place })).toSorted((a, b) => a.p - b.p);
  let least = 0;
  for (const [rank, { p, place }] of inOrder.entries()) {
    least = Math.max(least, Math.min(1, p * (pValues.length - rank)));
    adjusted[place] = least;
  }
  return adjusted;
}

/** Known names that are like a wrong one. Ours, since the measure is ten lines. */

/** Share of common letter pairs, 0–1, from which on a name is worth showing. */
const LIKE = 0.5;
const MOST = 3;

/** At most three of the known names, the nearest first. */
export function nearestNames(wanted: string, known: readonly string[]): string[] {
  const pairs = pairsIn(wanted);
  return known
    .map((name) => ({ name, likeness: likeness(pairs, pairsIn(name)) }))
    .filter((candidate) => candidate.likeness >= LIKE)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/**
 * "; did you mean …?", or nothing where no name is like it. Of a long text nothing is a slip.
 *
 * @example
 * didYouMean("counsil", ["oxford", "council"]) // → "; did you mean council?"
 * didYouMean("counsil", ["oxford"]) // → ""
 */
export function didYouMean(wanted: string, known: readonly string[]): string {
  const [nearest] = wanted.length > LONGEST ? [] : nearestNames(wanted, known);
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}

const LONGEST = 100;

function pairsIn(name: string): Set<string> {
  const letters = name.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, i) => letters.slice(i, i + 2)));
}

/** Dice's coefficient. */
function likeness(one: Set<string>, other: Set<string>): number {
  const common = one.intersection(other).size;
  return (2 * common) / Math.max(1, one.size + other.size);
}

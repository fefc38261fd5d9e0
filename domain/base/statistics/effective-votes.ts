/**
 * How many independent voters a vote of several is worth, by the correlation of their errors:
 * `n / (1 + (n − 1)ρ)`, with ρ the mean correlation of the voters' errors over items (L. Kish, Survey Sampling, 1965).
 */
import { meanOf } from "./bootstrap.ts";

interface EffectiveVotes {
  /** null: some voter is never or always wrong, so errors have no correlation. */
  correlation: number | null;
  votes: number | null;
}

/** `errors`: a row for each item, and in it for each voter whether it was wrong. Rows of another length are left out. */
export function effectiveVotes(errors: readonly (readonly boolean[])[]): EffectiveVotes {
  const voters = errors[0]?.length ?? 0;
  const rows = errors.filter((row) => row.length === voters);
  if (voters < 2 || rows.length < 2) return { correlation: null, votes: null };
  const columns = Array.from({ length: voters }, (_, i) => rows.map((row) => (row[i] ? 1 : 0)));
  const pairs = columns.flatMap((one, i) => columns.slice(i + 1).map((other) => correlationOf(one, other)));
  const known = pairs.filter((pair) => pair !== null);
  if (known.length === 0) return { correlation: null, votes: null };
  const correlation = meanOf(known);
  // Below 0 voters correct one another; the formula holds only while its divisor is positive.
  const divisor = 1 + (voters - 1) * correlation;
  return { correlation, votes: divisor > 0 ? voters / divisor : null };
}

/** Pearson's correlation; null when one side does not vary. */
function correlationOf(one: readonly number[], other: readonly number[]): number | null {
  const [a, b] = [meanOf(one), meanOf(other)];
  const sum = (of: (i: number) => number) => one.reduce((total, _, i) => total + of(i), 0);
  const together = sum((i) => ((one[i] ?? 0) - a) * ((other[i] ?? 0) - b));
  const spread = Math.sqrt(sum((i) => ((one[i] ?? 0) - a) ** 2) * sum((i) => ((other[i] ?? 0) - b) ** 2));
  return spread === 0 ? null : together / spread;
}

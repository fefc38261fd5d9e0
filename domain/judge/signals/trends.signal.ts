import type { Trend } from "../../shapes/schemas/assessment.schema.ts";

const WINDOW = 3;

/**
 * Compares the first and last of the newest three values; null with fewer than two. A change of at most `tolerance` is
 * `stable`.
 */
export function trendOf(values: number[], tolerance: number | ((first: number) => number)): Trend | null {
  const [first, ...rest] = values.slice(-WINDOW);
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return null;
  const least = typeof tolerance === "number" ? tolerance : tolerance(first);
  const change = last - first;
  if (Math.abs(change) <= least) return "stable";
  return change > 0 ? "improving" : "declining";
}

/**
 * True if every value is below the previous one and the total drop exceeds `tolerance`. False with fewer than two
 * values, or with a missing one.
 */
export function isFalling(values: (number | null)[], tolerance = 0): boolean {
  const [first, last] = [values[0] ?? null, values.at(-1) ?? null];
  if (values.length < 2 || first === null || last === null || first - last <= tolerance) return false;
  return values.every((value, i) => value !== null && (i === 0 || value < (values[i - 1] ?? value)));
}

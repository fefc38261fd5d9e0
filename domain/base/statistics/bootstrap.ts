/** The item bootstrap: items are drawn again with replacement, since items, not answers, are the sample. */
import { randomOf } from "./random.ts";

/** A value with the bounds of its 95 % interval; null where there is no sample. */
export interface Interval {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Resamples. Large samples get fewer, since their bounds vary less and each draws more. */
const RESAMPLES = { most: 2_000, least: 500 };
/** Draws in all, about 30 ms. */
const MOST_DRAWS = 2_000_000;
const [LOW, HIGH] = [0.025, 0.975];

/** The mean over items with its percentile interval (B. Efron, 1979), reproducible by its seed. */
export function bootstrapMean(values: readonly number[], seed: string): Interval {
  if (values.length === 0) return { value: null, low: null, high: null };
  const random = randomOf(seed);
  const length = Math.max(RESAMPLES.least, Math.min(RESAMPLES.most, Math.floor(MOST_DRAWS / values.length)));
  const means = Array.from({ length }, () => resampledMean(values, random)).toSorted((a, b) => a - b);
  return { value: meanOf(values), low: quantile(means, LOW), high: quantile(means, HIGH) };
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function resampledMean(values: readonly number[], random: () => number): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)] ?? 0;
  return sum / values.length;
}

/** Of a sorted list, with linear interpolation. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const [one = 0, next = one] = sorted.slice(below, below + 2);
  return one + (next - one) * (place - below);
}

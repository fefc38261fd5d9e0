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

/** `within`: the least and the most that a value can be. */
interface Resampling {
  seed: string;
  within: readonly [least: number, most: number];
}

/**
 * The mean over items with its percentile interval (B. Efron, 1979), reproducible by its seed. Values that are all the same
 * have an exact interval: all resamples would give the same mean.
 */
export function bootstrapMean(values: readonly number[], { seed, within }: Resampling): Interval {
  const [first] = values;
  if (first === undefined) return { value: null, low: null, high: null };
  if (values.every((value) => value === first)) return allTheSame(first, { of: values.length, within });
  const random = randomOf(seed);
  const length = Math.max(RESAMPLES.least, Math.min(RESAMPLES.most, Math.floor(MOST_DRAWS / values.length)));
  const means = Array.from({ length }, () => resampledMean(values, random)).toSorted((a, b) => a - b);
  return { value: meanOf(values), low: quantile(means, LOW), high: quantile(means, HIGH) };
}

/**
 * Other values than `value` have a share of at most u = 1 − 0.025^(1/n), by the exact interval of 0 in n (C. J. Clopper and
 * E. S. Pearson, Biometrika 26 (1934), 404–413). The mean is farthest away if all of them are at a bound.
 */
function allTheSame(
  value: number,
  { of, within: [least, most] }: { of: number; within: Resampling["within"] },
): Interval {
  const others = 1 - LOW ** (1 / of);
  return { value, low: value - others * (value - least), high: value + others * (most - value) };
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

/** Shares are 0–1; null if nothing was counted. */
export interface Proportion {
  count: number;
  of: number;
  share: number | null;
  low: number | null;
  high: number | null;
}

/** Quantile of the standard normal distribution for 95 %. */
export const Z = 1.959963984540054;

/**
 * A share with its 95 % score interval, valid also for small samples and shares near 0 and 1. Source: E. B. Wilson,
 * "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209–212.
 *
 * @example
 * proportionOf({ count: 9, of: 9 }).low?.toFixed(2) // → "0.70"
 */
export function proportionOf({ count, of }: { count: number; of: number }): Proportion {
  if (of === 0) return { count, of, share: null, low: null, high: null };
  const share = count / of;
  const scale = 1 + Z ** 2 / of;
  const centre = (share + Z ** 2 / (2 * of)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  // At shares 0 and 1 the end is exact; floats may miss it slightly.
  return {
    count,
    of,
    share,
    low: count === 0 ? 0 : Math.max(0, centre - half),
    high: count === of ? 1 : Math.min(1, centre + half),
  };
}

/**
 * The share of a list for which `is` holds.
 *
 * @example
 * shareOf([1, 2, 3], (n) => n > 1).count // → 2
 */
export function shareOf<T>(all: T[], is: (each: T) => boolean): Proportion {
  return proportionOf({ count: all.filter(is).length, of: all.length });
}

/** Of two shares: −1 to 1; null if one is unknown. */
export interface Difference extends Proportion {
  /** `count` and `of` are those of the first share; these are the second's. */
  against: Pick<Proportion, "count" | "of">;
}

/**
 * The difference of two independent shares with its 95 % interval. Source: R. G. Newcombe, "Interval estimation for the
 * difference between independent proportions", Statistics in Medicine 17 (1998), 873–890, method 10.
 */
export function differenceOf(one: Proportion, other: Proportion): Difference {
  const counts = { count: one.count, of: one.of, against: { count: other.count, of: other.of } };
  const [p, l, u] = [one.share, one.low, one.high];
  const [q, m, v] = [other.share, other.low, other.high];
  if (p === null || l === null || u === null || q === null || m === null || v === null)
    return { ...counts, share: null, low: null, high: null };
  const share = p - q;
  return { ...counts, share, low: share - Math.hypot(p - l, v - q), high: share + Math.hypot(u - p, q - m) };
}

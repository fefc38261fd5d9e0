/** Shares are 0–1; null if nothing was counted. */
export interface Proportion {
  count: number;
  of: number;
  share: number | null;
  low: number | null;
  high: number | null;
}

/** Quantile of the standard normal distribution for 95 %. */
const Z = 1.959963984540054;

/**
 * A share with its 95 % score interval, valid also for small samples and shares near 0 and 1. Source: E. B. Wilson,
 * "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209–212.
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

/**
 * McNemar's exact test of paired yes–no outcomes: the two-sided p-value of `onlyFirst` among the discordant pairs under a
 * fair coin. Source: Q. McNemar, Psychometrika 12 (1947), 153–157. 1 without discordant pairs.
 */
export function mcnemarExact({ onlyFirst, onlySecond }: { onlyFirst: number; onlySecond: number }): number {
  const discordant = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  return Math.min(1, 2 * binomialAtMost(fewer, { of: discordant, p: 0.5 }));
}

/** The probability of at most `count` successes. Sums logarithms, so that thousands of pairs do not underflow. */
export function binomialAtMost(count: number, { of, p }: { of: number; p: number }): number {
  let sum = 0;
  let logChoose = 0;
  for (let k = 0; k <= Math.min(count, of); k++) {
    if (k > 0) logChoose += Math.log((of - k + 1) / k);
    sum += Math.exp(logChoose + logPower(p, k) + logPower(1 - p, of - k));
  }
  return Math.min(1, sum);
}

/** 0 to the power of 0 is 1. */
function logPower(base: number, exponent: number): number {
  return exponent === 0 ? 0 : exponent * Math.log(base);
}

import { Z } from "../../../../../domain/base/statistics/wilson.ts";

interface Kappa {
  kappa: number;
  low: number;
  high: number;
}

/**
 * Cohen's kappa of two yes-or-no labellings, with its 95 % interval; null if both give all turns one answer. Source of the
 * standard error: J. L. Fleiss, J. Cohen and B. S. Everitt, Psychological Bulletin 72 (1969), 323–327, formula 13.
 */
export function kappaOf(pairs: { a: boolean; b: boolean }[]): Kappa | null {
  const n = pairs.length;
  const share = (is: (pair: { a: boolean; b: boolean }) => boolean) => pairs.filter(is).length / n;
  const [a, b] = [share((pair) => pair.a), share((pair) => pair.b)];
  const agreed = share((pair) => pair.a === pair.b);
  const chance = a * b + (1 - a) * (1 - b);
  if (n === 0 || chance === 1) return null;
  const kappa = (agreed - chance) / (1 - chance);
  const cell = (one: boolean, other: boolean) => share((pair) => pair.a === one && pair.b === other);
  const both = (is: boolean) => (is ? a + b : 2 - a - b);
  const same = [true, false].reduce((sum, is) => sum + cell(is, is) * (1 - chance - both(is) * (1 - agreed)) ** 2, 0);
  const mixed = cell(true, false) * (b + 1 - a) ** 2 + cell(false, true) * (1 - b + a) ** 2;
  const rest = (agreed * chance - 2 * chance + agreed) ** 2;
  const variance = (same + (1 - agreed) ** 2 * mixed - rest) / (n * (1 - chance) ** 4);
  const half = Z * Math.sqrt(Math.max(0, variance));
  return { kappa, low: kappa - half, high: Math.min(1, kappa + half) };
}

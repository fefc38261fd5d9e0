/** Decimal fractions are inexact: 0.3 − 0.2 differs from 0.1 by 3e-17. False for texts, which are no numbers. */
export function isWithin(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) <= tolerance + 1e-12 * Math.max(1, Math.abs(a), Math.abs(b));
}

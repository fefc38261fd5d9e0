/**
 * Which abstention thresholds keep the rate of errors among the answers that are left below a limit. Sources: A. Angelopoulos
 * et al., "Learn then Test", arXiv 2110.01052 (fixed-sequence testing); of judges: arXiv 2602.13110.
 */
import { binomialAtMost } from "./mcnemar.ts";

/** What a threshold leaves: so many right answers of so many. */
interface Left {
  count: number;
  of: number;
}

/**
 * `shown`: errors are rarer than the limit. `not_shown`: that could not be shown, and testing ended. `too_few`: passed over, since
 * a single error would end it. `not_tested`: testing had ended before.
 */
type TestOutcome = "shown" | "not_shown" | "too_few" | "not_tested";

export type Tested<T> = T & {
  outcome: TestOutcome;
  /** Exact binomial: the chance of so few errors or fewer, were their rate the limit. null: not tested. */
  pValue: number | null;
};

/**
 * Tests thresholds in their order, the strictest first, until one fails: the chance that any that is `shown` exceeds `risk` is at
 * most `delta`. Thresholds must be chosen without looking at who was right. What is passed over depends on the counts alone.
 *
 * @example
 * fixedSequence([{ count: 97, of: 100 }], { risk: 0.1, delta: 0.05 })[0]?.outcome // → "shown"
 */
export function fixedSequence<T extends Left>(
  thresholds: readonly T[],
  { risk, delta }: { risk: number; delta: number },
): Tested<T>[] {
  const tail = (errors: number, of: number) => binomialAtMost(errors, { of, p: risk });
  let isOver = false;
  return thresholds.map((threshold) => {
    const { count, of } = threshold;
    if (isOver) return { ...threshold, outcome: "not_tested", pValue: null };
    if (tail(1, of) > delta) return { ...threshold, outcome: "too_few", pValue: null };
    const pValue = tail(of - count, of);
    isOver = pValue > delta;
    return { ...threshold, outcome: isOver ? "not_shown" : "shown", pValue };
  });
}

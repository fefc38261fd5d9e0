/** Rates of right answers by the level of their support, from the tenant's known outcomes. */

import { shareOf } from "../../../domain/base/statistics/wilson.ts";
import type { KnownCase } from "../../../domain/judge/known-case.ts";
import { Support } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import type { EarnedLevels } from "./schema.earned.ts";

export function earnedLevels(known: readonly KnownCase[]): EarnedLevels {
  const cases = independentCases(known);
  return {
    cases: cases.length,
    demo: cases.some(({ demo }) => demo),
    levels: Support.shape.level.options.map((level) => ({
      level,
      ...shareOf(
        cases.filter((one) => one.level === level),
        ({ isRight }) => isRight,
      ),
    })),
  };
}

/**
 * One of each question, its oldest debate, since answers to one question err alike. An owner's report comes before the expected
 * answer. The demo's answers count only where there are no others.
 */
export function independentCases(known: readonly KnownCase[]): KnownCase[] {
  const real = known.filter(({ demo }) => !demo);
  const inOrder = (real.length > 0 ? real : [...known]).toSorted(
    (a, b) => compared(a.debate, b.debate) || compared(b.from, a.from),
  );
  return [...new Map(inOrder.toReversed().map((one) => [one.question, one])).values()].toReversed();
}

function compared(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

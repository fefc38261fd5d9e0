/** For how many independent votes judges count: models err together, those of one family more so. */

import { familyOfId } from "../../shapes/catalogue/family.ts";

/**
 * How alike the errors of two models are: conventions, since one debate cannot show it. Of one family after Kim et al.,
 * Correlated Errors in Large Language Models (ICML 2025); of two, so that nine judges count for about two votes, as
 * measured in arXiv 2605.29800.
 */
const CORRELATION = { family: 0.6, others: 0.4 };

/**
 * The weight of each model's vote, in its order: one divided by the sum of its correlations with all. One model asked twice
 * has one vote.
 *
 * @example
 * voteWeights(["openai/gpt-5", "openai/gpt-5"]) // → [0.5, 0.5]
 */
export function voteWeights(models: readonly string[]): number[] {
  return models.map((one) => 1 / models.reduce((sum, other) => sum + correlation(one, other), 0));
}

function correlation(one: string, other: string): number {
  if (one === other) return 1;
  return familyOfId(one) === familyOfId(other) ? CORRELATION.family : CORRELATION.others;
}

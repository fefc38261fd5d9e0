/** What others have published about the shipped experiments. A figure that we could not check is left out. */

/** Accuracies of H. K. Choi et al., "Debate or vote" (arXiv 2508.17536), Table 1: five agents of Qwen2.5-7B-Instruct. */
export const CHOI: Record<string, { arithmetic: number; average: number }> = {
  "vote of 5": { arithmetic: 0.99, average: 0.7691 },
  single: { arithmetic: 0.814, average: 0.7205 },
  "debate of 2 rounds": { arithmetic: 0.76, average: 0.7377 },
  "debate of 5 rounds": { arithmetic: 0.67, average: 0.705 },
};

interface PublishedJudge {
  set: string;
  pairs: number;
  /** Percent: the mean accuracy over both orders. */
  accuracy: number;
  /** Percent of the pairs with the same winner in both orders. */
  agreement: number;
}

/**
 * GPT-4 as a judge of LLMBar's pairs, by Z. Zeng et al. (arXiv 2310.07641): plain prompt without rules ("Vanilla"). From
 * `evaluators/GPT-4/Vanilla_NoRules/statistics.json` of github.com/princeton-nlp/LLMBar.
 */
export const LLMBAR_GPT4: readonly PublishedJudge[] = [
  { set: "Natural", pairs: 100, accuracy: 93.5, agreement: 97 },
  { set: "Adversarial/Neighbor", pairs: 134, accuracy: 64.2, agreement: 89.6 },
  { set: "Adversarial/GPTInst", pairs: 92, accuracy: 76.6, agreement: 90.2 },
  { set: "Adversarial/GPTOut", pairs: 47, accuracy: 76.6, agreement: 87.2 },
  { set: "Adversarial/Manual", pairs: 46, accuracy: 75, agreement: 89.1 },
];

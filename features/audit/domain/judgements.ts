/**
 * The sentences on what an audit's figures mean. References:
 * - L. Zheng et al., "Judging LLM-as-a-judge with MT-Bench and Chatbot Arena" (2023): GPT-4 kept its verdict in 65 % of
 *   swaps, older models in 24–46 %.
 * - L. Mazur, "LLM Position Bias Benchmark" (lechmazur/position_bias, April 2026), on 193 pairs of nearly the same story:
 *   of the pairs with a winner in both orders the median of 27 judges flipped 44.8 %, the best 19.8 %, and that one had a
 *   winner in both orders in 55 % of pairs.
 */
const GPT4_SWAP = 0.65;
const OLDER_SWAP = 0.46;
export const CHANCE = 0.5;
const MEDIAN_FLIPS = 0.448;
const FEWEST_FLIPS = 0.198;
const FEWEST_FLIPS_COVERAGE = 0.549;

interface Known {
  share: number;
  low: number;
  high: number;
}

/** The sentence for a share and its interval. */
export type Judgement = (known: Known) => string;

export function judgeConsistency({ low, high }: Known): string {
  if (low > GPT4_SWAP) return "It keeps its verdict more often than GPT-4 did (65 %).";
  if (high < OLDER_SWAP) return "It is worse than the best of the older models (24–46 %): do not trust a single order.";
  if (high < GPT4_SWAP) return "It keeps its verdict less often than GPT-4 did (65 %): ask in both orders.";
  return "These pairs are too few to distinguish it from GPT-4 (65 %).";
}

type Sentences = Record<"above" | "below" | "within", string>;

/** The sentence for an interval above, below or around a value. */
const against =
  (value: number) =>
  (sentences: Sentences): Judgement =>
  ({ low, high }) => {
    if (low > value) return sentences.above;
    return high < value ? sentences.below : sentences.within;
  };

export function againstChance(sentences: Sentences): Judgement {
  return against(CHANCE)(sentences);
}

export function againstZero(sentences: Sentences): Judgement {
  return against(0)(sentences);
}

export function judgeFlips({ low, high }: Known): string {
  if (high < FEWEST_FLIPS)
    return "It flips less often than the best of 27 judges did on near-identical texts (19.8 %).";
  if (low > MEDIAN_FLIPS)
    return "It flips more often than the median of 27 judges did on near-identical texts (44.8 %).";
  if (high < MEDIAN_FLIPS)
    return "It flips less often than the median of 27 judges did on near-identical texts (44.8 %).";
  return "These pairs are too few to distinguish it from the median of 27 judges (44.8 %).";
}

export function judgeTieCoverage(known: Known): string {
  return against(FEWEST_FLIPS_COVERAGE)({
    above: "It names a winner in both orders more often than the judge with the fewest flips did (55 %).",
    below:
      "It names a winner in both orders less often than the judge with the fewest flips did (55 %): few flips say less.",
    within: "It names a winner in both orders about as often as the judge with the fewest flips did (55 %).",
  })(known);
}

export const judgeLength: Judgement = againstChance({
  above: "It prefers the longer text, though what was added gives no reason.",
  below: "Padding loses more often than not.",
  within: "Whether padding helps is within chance; it should harm.",
});

export function judgeStyleCoverage({ share }: Known): string {
  if (share === 0) return "It names no winner between two texts that say the same, as is right.";
  return "So often it names a winner between two texts that say the same.";
}

export function judgePadding(than: string): Judgement {
  return againstChance({
    above: `A padded argument mostly beats ${than}.`,
    below: `A padded argument seldom beats ${than}.`,
    within: `Whether a padded argument beats ${than} more often than not is within chance.`,
  });
}

export function judgeInvalid({ share }: Known): string {
  if (share === 0) return "Every answer was a verdict.";
  return "These gave no verdict, even when asked again with the faults listed, and count nowhere else.";
}

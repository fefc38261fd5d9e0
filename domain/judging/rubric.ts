/** What judges score by, and what the code makes of the scores (spec §1.13). */
import { CRITERIA, type Criterion, type CriterionScores } from "../schemas.ts";

interface RubricEntry {
  title: string;
  /** Percent; all weights make 100. */
  weight: number;
  zero: string;
  ten: string;
  /** What the values between mean, where it is settled. */
  bands?: string;
}

export const RUBRIC: Record<Criterion, RubricEntry> = {
  logic: {
    title: "Logical consistency",
    weight: 20,
    zero: "contradicts itself or does not follow",
    ten: "every step follows and nothing contradicts",
  },
  evidence: {
    title: "Evidence",
    weight: 20,
    zero: "bare claims",
    ten: "every claim that matters is backed by facts, examples or sound reasons",
  },
  engagement: {
    title: "Engagement",
    weight: 20,
    zero: "ignores the others",
    ten: "answers the strongest points of the others, by name and fairly",
  },
  novelty: {
    title: "Novelty",
    weight: 15,
    zero: "pure repetition",
    ten: "new arguments throughout",
    bands: "8–10 new arguments, 4–7 mixed, 1–3 mostly repetition, 0 pure repetition",
  },
  persuasiveness: {
    title: "Persuasiveness",
    weight: 15,
    zero: "would convince nobody",
    ten: "would move a fair-minded doubter",
  },
  relevance: { title: "Relevance", weight: 10, zero: "off the topic", ten: "every sentence serves the topic" },
};

/** The rubric as a judge reads it: one line a criterion. */
export function rubricLines(): string[] {
  return CRITERIA.map((key) => {
    const { title, weight, zero, ten, bands } = RUBRIC[key];
    return `- ${key} (${title}, ${weight} %): 0 = ${zero}; 10 = ${ten}.${bands ? ` Bands: ${bands}.` : ""}`;
  });
}

/** The weighted mean of scores 0–10, to two decimals. A criterion without a score counts as 0. */
export function weightedScore(scores: CriterionScores): number {
  const sum = CRITERIA.reduce((total, key) => total + RUBRIC[key].weight * (scores[key] ?? 0), 0);
  return Math.round(sum) / 100;
}

/** A verdict's score, 0–100: ten times the weighted mean, to one decimal. */
export function verdictScore(scores: CriterionScores): number {
  return Math.round(weightedScore(scores) * 100) / 10;
}

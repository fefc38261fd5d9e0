/** The rubric, and the scores computed from it (docs/design/debate.md#113-judging). */
import type { Criterion, CriterionScores, JudgeCriterion } from "../shapes/schemas/rubric.schema.ts";

interface RubricEntry {
  title: string;
  /** Percent; the weights sum to 100. */
  weight: number;
  zero: string;
  ten: string;
  /** What intermediate values mean, if defined. */
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
    ten: "new arguments wherever its turns may bring some",
    bands: "8–10 new arguments, 4–7 mixed, 1–3 mostly repetition",
  },
  persuasiveness: {
    title: "Persuasiveness",
    weight: 15,
    zero: "would convince nobody",
    ten: "would move a fair-minded doubter",
  },
  relevance: { title: "Relevance", weight: 10, zero: "off the topic", ten: "every sentence serves the topic" },
};

/** A criterion as judges see it, built in or the owner's. */
interface RubricLine {
  /** Property name in the judge's JSON. */
  key: string;
  /** Key of its stored scores and findings. */
  name: string;
  title: string;
  weight: number;
  meaning: string;
}
export type Rubric = readonly RubricLine[];
type Weights = readonly Pick<RubricLine, "name" | "weight">[];

export const BUILT_IN: Rubric = Object.entries(RUBRIC).map(([key, { title, weight, zero, ten, bands }]) => {
  const meaning = `0 = ${zero}; 10 = ${ten}.${bands ? ` Bands: ${bands}.` : ""}`;
  return { key, name: key, title, weight, meaning };
});

/** Property names that every provider accepts in a JSON Schema. */
const PORTABLE = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * The owner's criteria, else the built-in rubric.
 *
 * @example
 * rubricOf({ criteria: [{ name: "wit", weight: 1 }] })[0].meaning // → "0 = not at all; 10 = fully."
 */
export function rubricOf(judge: { criteria?: JudgeCriterion[] | undefined } | null): Rubric {
  const criteria = judge?.criteria ?? [];
  if (criteria.length === 0) return BUILT_IN;
  const portable = criteria.every(({ name }) => PORTABLE.test(name));
  return criteria.map(({ name, weight, description }, i) => ({
    key: portable ? name : `c${i + 1}`,
    name,
    title: name,
    weight,
    meaning: `${description ? `${description} ` : ""}0 = not at all; 10 = fully.`,
  }));
}

export function keysOf(rubric: Rubric): string[] {
  return rubric.map(({ key }) => key);
}

/** Renames a judge's keys to the criteria's names. */
export function byName<T>(rubric: Rubric, byKey: Record<string, T>): Record<string, T> {
  return Object.fromEntries(rubric.map(({ key, name }) => [name, byKey[key] as T]));
}

/** One line for each criterion, weights in percent; its title where the key does not say it. */
export function rubricLines(rubric: Rubric = BUILT_IN): string[] {
  const all = totalWeight(rubric);
  return rubric.map(({ key, title, weight, meaning }) => {
    const percent = Math.round((weight / all) * 1000) / 10;
    const named = title.toLowerCase() === key.toLowerCase() ? "" : `${title}, `;
    return `- ${key} (${named}${percent} %): ${meaning}`;
  });
}

/**
 * Weighted mean of scores 0–10, to two decimals. A missing score counts as 0.
 *
 * @example
 * weightedScore({ wit: 8, depth: 5 }, [{ name: "wit", weight: 1 }, { name: "depth", weight: 2 }]) // → 6
 */
export function weightedScore(scores: CriterionScores, rubric: Weights = BUILT_IN): number {
  const sum = rubric.reduce((total, { name, weight }) => total + weight * (scores[name] ?? 0), 0);
  return Math.round((sum * 100) / totalWeight(rubric)) / 100;
}

/** Score of a verdict, 0–100: ten times the weighted mean, to one decimal. */
export function verdictScore(scores: CriterionScores, rubric: Weights = BUILT_IN): number {
  return Math.round(weightedScore(scores, rubric) * 100) / 10;
}

function totalWeight(rubric: Weights): number {
  return rubric.reduce((total, { weight }) => total + weight, 0);
}

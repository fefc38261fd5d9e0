/**
 * The three cases of an estimate: what is assumed where only the debate itself could tell. Lengths are tokens of
 * o200k_base; the tokenizer of another family is allowed for by its margin (domain/tokens.ts).
 */
import type { ActName } from "../steps.ts";

export type CaseName = "lowest" | "likely" | "worst";

export interface Case {
  name: CaseName;
  /** Whoever may end the debate early does so at the first chance. */
  endsEarly: boolean;
  /** Billable attempts of each call: a budget reserves two (spec §1.12). */
  attempts: number;
  /** Of a clarification's question and its answer. */
  question: number;
  answer: number;
  /** Of a reasoning template. */
  template: number;
  /** Of what an assigned position, its persona and each of its arguments take. */
  position: number;
}

/** Three hundred words. */
const TURN = 400;

export const CASES: Record<CaseName, Case> = {
  lowest: { name: "lowest", endsEarly: true, attempts: 1, question: 0, answer: 0, template: 0, position: 1 },
  likely: { name: "likely", endsEarly: false, attempts: 1, question: 25, answer: 40, template: 100, position: 30 },
  // A question has 1,000 characters at most and a template 8,000; an answer is the owner's to keep short.
  worst: { name: "worst", endsEarly: false, attempts: 2, question: 300, answer: 300, template: 2_000, position: 30 },
};

/** What an act's answer takes as a rule, by how many take part. */
const LIKELY: Record<ActName, (participants: number) => number> = {
  assignPositions: (n) => 80 + 200 * n,
  retrieveTemplates: () => 0,
  collectQuestions: () => 60,
  assessRound: (n) => 150 + 150 * n,
  castVote: () => 80,
  castBallot: (n) => 500 + 150 * n,
  countBallots: () => 0,
  summarizePerspective: () => TURN,
  summarizeTranscript: () => TURN,
  evaluateRound: () => 120,
  synthesizeSolution: () => 900,
  giveAnswer: () => 0,
  concludeUnjudged: () => 0,
};

/** Tokens of a reply; `cap` is the model's `maxOutputTokens`. Whatever a model says has one. */
export function replyLength(of: Case, cap: number, act?: { name: ActName; participants: number }): number {
  if (of.name === "lowest") return 1;
  const usual = act ? LIKELY[act.name](act.participants) : TURN;
  return of.name === "worst" ? cap : Math.min(cap, usual);
}

/** What a judge is shown of an assessment of its own: less than it wrote. */
export function shownAssessment(of: Case, cap: number, participants: number): number {
  if (of.name === "lowest") return 15;
  return 40 + 10 * participants + (of.name === "worst" ? cap : Math.min(cap, 100));
}

/** Characters of so many tokens of prose. */
export function charactersOf(tokens: number): number {
  return Math.round(tokens * 4.5);
}

/** A stand-in for a text of so many tokens. */
export function standIn(tokens: number): string {
  return "word ".repeat(tokens).trimEnd();
}

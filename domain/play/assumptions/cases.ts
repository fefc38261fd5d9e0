/**
 * The three cases of an estimate: what each assumes of things that only the debate can show. Lengths are tokens of
 * o200k_base; domain/shapes/tokens.shape.ts adds a margin for other tokenizers.
 */
import { MOST_AROUND } from "../../rules/claims/surroundings.ts";

export type CaseName = "lowest" | "likely" | "worst";

export interface Case {
  name: CaseName;
  /** The debate ends at the first chance. */
  endsEarly: boolean;
  /** Billable attempts of each call: a budget reserves two. */
  attempts: number;
  /** Tokens of a clarification's question, and of its answer. */
  question: number;
  answer: number;
  /** Tokens of a reasoning template. */
  template: number;
  /** Judges are asked about a written answer that the ballots did not give. Under a limit only where it fits. */
  reviews: boolean;
  /** Of what an assigned position, its persona and each of its arguments take. */
  position: number;
}

/** Three hundred words. */
const TURN = 400;
/** Tokens around a turn in a prompt at most: its id, its round, and a name of at most 80 characters. */
export const FENCE = 80;
/** Tokens of what was wrong with a reply: a retry shows at most 1,000 characters of it. */
export const FAULTS = 300;
/** Tokens of a usual reply that checks claims. */
export const CLAIMS_REPLY = 800;
/** Tokens of what a second judge is shown around the passages: at most, one for each character. */
export const AROUND_CLAIMS = { lowest: 0, likely: 400, worst: MOST_AROUND };

export const CASES: Record<CaseName, Case> = {
  lowest: {
    name: "lowest",
    endsEarly: true,
    attempts: 1,
    reviews: false,
    question: 0,
    answer: 0,
    template: 0,
    position: 1,
  },
  likely: {
    name: "likely",
    endsEarly: false,
    attempts: 1,
    reviews: false,
    question: 25,
    answer: 40,
    template: 100,
    position: 30,
  },
  // A question has 1,000 characters at most and a template 8,000; an answer is the owner's to keep short.
  worst: {
    name: "worst",
    endsEarly: false,
    attempts: 2,
    reviews: true,
    question: 300,
    answer: 300,
    template: 2_000,
    position: 30,
  },
};

/** Tokens of a reply, at least one. `cap`: the model's `maxOutputTokens`; `usual`: of such a reply. */
export function replyLength(of: Case, cap: number, usual = TURN): number {
  if (of.name === "lowest") return 1;
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

/** A placeholder text of this many tokens. */
export function standIn(tokens: number): string {
  return "word ".repeat(tokens).trimEnd();
}

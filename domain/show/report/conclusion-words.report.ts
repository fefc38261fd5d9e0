/** The fixed words of a conclusion, for reports, pages and the terminal. Browsers get this file, so it imports types only. */

import type { Text } from "../../base/words/words.ts";
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import type { Conclusion, Support } from "../../shapes/schemas/conclusion.schema.ts";

type Stance = NonNullable<Conclusion["answer"]["stance"]>;
type Status = Conclusion["evidence"][number]["status"];

/** Keys of the translations of reports. */
export const CONCLUSION_WORDS = {
  title: "The answer",
  stances: {
    for: "For the motion",
    against: "Against the motion",
    mixed: "Partly for, partly against the motion",
  } satisfies Record<Stance, Text>,
  support: "Support",
  levels: {
    strong: "strong",
    moderate: "moderate",
    weak: "weak",
    contested: "contested",
  } satisfies Record<Support["level"], Text>,
  cruxes: "What decides it",
  kinds: {
    fact: "a question of fact",
    value: "a question of values",
    definition: "a question of definition",
    prediction: "a prediction",
  } satisfies Record<Conclusion["cruxes"][number]["kind"], Text>,
  noPoint: "made no point",
  unanswered: "Left unanswered",
  prevailed: "Prevailed",
  nobody: "nobody",
  wouldChange: "What would change it",
  nextSteps: "Next steps",
  /** Followed by the number of a crux. */
  settles: "settles question",
  evidence: "What it rests on",
  statuses: {
    supported: "An exhibit supports it, as the judge reads it",
    contradicted: "An exhibit contradicts it, as the judge reads it",
    unverified: "Not verified by any exhibit",
  } satisfies Record<Status, Text>,
  /** Of a claim that a second judge, of another family, has read too. */
  contradictedByTwo: "An exhibit contradicts it, as judges of two families read it",
  secondJudge: "{model}, the second judge: ",
  claims: "Claims checked against the exhibits",
  unverified: {
    no_quote: "no passage was quoted for it",
    quote_not_found: "what was quoted for it stands in no such exhibit",
    no_such_exhibit: "there is no such exhibit",
    one_judge: "one judge reads a passage as contradicting it, and none of another family has confirmed that",
    judges_differ: "one judge reads a passage as contradicting it, and one of another family does not",
  } satisfies Record<NonNullable<ClaimCheck["unverifiedBecause"]>, Text>,
  minority: "The best case against it",
  holders: "Held by",
  /** Of an answer that is nobody's, or not the better arguer's. */
  whyOther: "Why this answer",
  ballots: "Ballots for it",
  /** Followed by a model. */
  writtenBy: "Written by",
} as const;

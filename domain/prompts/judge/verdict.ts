/** The judge's final verdict: its prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import { byName, keysOf, type Rubric, rubricOf, verdictScore } from "../../judging/rubric.ts";
import type { DebateConfig } from "../../plan/config.ts";
import type { Assessment } from "../../schemas/assessment.ts";
import type { Verdict } from "../../schemas/ballot.ts";
import type { EndedBy } from "../../schemas/result.ts";
import { between, filled, keyed, outputSchema, readAnswer } from "../answer.ts";
import type { Prompt, Reading } from "../prompt.ts";
import { strangeTurns } from "./cited-turns.ts";
import { type JudgeInput, judgePrompt } from "./judge.ts";

interface VerdictPromptInput extends JudgeInput {
  assessments: Assessment[];
  endedBy: EndedBy;
  /** Ids of the participants to rule on; all if missing. */
  active?: string[];
}

export function buildVerdictPrompt(input: VerdictPromptInput): Prompt {
  const { config, endedBy } = input;
  const active = input.active ?? config.participants.map((p) => p.id);
  const output = outputSchema("final_verdict", verdictSchema(active, rubricOf(config.judge)));
  return judgePrompt({ ...input, task: verdictTask(endedBy, active), output });
}

/** The last block of the prompt begins with this. */
export const RULE = "The debate is over";

const ENDINGS: Record<EndedBy, string> = {
  judge: "the judge saw no need for another round",
  limit: "the last round has been held",
  convergence: "the participants came together, or had little left to add",
  budget: "its budget is spent",
  owner: "its owner ended it early",
  policy: "it could not go on as planned",
};

function verdictTask(endedBy: EndedBy, active: string[]): string {
  return `${RULE}: ${ENDINGS[endedBy]}. Give the final verdict on the whole of it.
- summary: what was debated and how it went.
${verdictFields(active)}`;
}

/** The fields of every verdict, also of one on answers given alone. */
export function verdictFields(active: string[]): string {
  return `- keyPoints: the main points of each participant, by id: ${active.join(", ")}.
- areasOfAgreement, areasOfDisagreement: what they hold in common, and what still divides them.
- criterionScores: 0 to 10 by participant and criterion, for the whole debate.
- criteria: your finding by criterion, citing turn ids.
- winner: the participant, by id, who argued best by the rubric, and why. null only when nobody argued better.
- reasoning: how you came to it, citing turn ids.
- qualityScore: the quality of the debate as a whole, 0 to 100.
- insights: what a reader learns from it beyond the positions.
- dissent: the best reasons to rule otherwise.`;
}

export function verdictSchema(active: string[], rubric: Rubric) {
  const criteria = keysOf(rubric);
  return z.strictObject({
    summary: filled,
    keyPoints: keyed(active, z.array(z.string())),
    areasOfAgreement: z.array(z.string()),
    areasOfDisagreement: z.array(z.string()),
    criterionScores: keyed(active, keyed(criteria, between(0, 10))),
    criteria: keyed(criteria, z.string()),
    reasoning: filled,
    winner: z.strictObject({ participant: z.enum(active), reasoning: filled }).nullable(),
    qualityScore: between(0, 100),
    insights: z.array(z.string()),
    dissent: z.array(z.string()),
  });
}

export interface VerdictRules {
  config: DebateConfig;
  /** Ids of the participants to rule on. */
  active: string[];
  /** Ids of the turns that the judge was shown. */
  turnIds: string[];
}

/** Reads the reply and adds `scores`, 0–100 by participant. Returns all faults as sentences. */
export function readVerdict(text: string, { config, active, turnIds }: VerdictRules): Reading<Verdict> {
  const rubric = rubricOf(config.judge);
  const reading = readAnswer(text, {
    schema: verdictSchema(active, rubric),
    check: (raw) => strangeTurns(raw, turnIds),
  });
  return reading.ok ? { ok: true, value: scored(reading.value, rubric) } : reading;
}

/** Adds `scores`, 0–100 by participant. */
export function scored(value: Omit<Verdict, "scores">, rubric: Rubric): Verdict {
  const given = Object.entries(value.criterionScores);
  const criterionScores = Object.fromEntries(given.map(([id, by]) => [id, byName(rubric, by)]));
  const scores = Object.fromEntries(given.map(([id]) => [id, verdictScore(criterionScores[id] ?? {}, rubric)]));
  const criteria = byName(rubric, value.criteria);
  return { ...value, criterionScores, criteria, scores };
}

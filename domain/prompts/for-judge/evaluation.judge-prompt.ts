/** The judge's evaluation of a dialectic round: its prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import type { Evaluation } from "../../shapes/schemas/evaluation.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { between, filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { newestProposals } from "../parts/perspective.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { dialecticJudgePrompt } from "./dialectic-judge.ts";
import type { JudgeInput } from "./judge.judge-prompt.ts";

interface EvaluationPromptInput extends JudgeInput {
  round: number;
}

/** The last block of the prompt begins with this. */
export const EVALUATE = "Evaluate round";

const QUESTIONS = {
  fixed: "how good the refinements are",
  convergence: "that the refinements agree on what matters, so that another round would change little",
  quality: "in the best refinement: that it solves the problem as it stands",
};

export function buildEvaluationPrompt(input: EvaluationPromptInput): Prompt {
  const { config, round } = input;
  const ids = candidates(input.turns);
  const about = QUESTIONS[config.dialectic?.termination.type ?? "fixed"];
  const task = `${EVALUATE} ${round} of at most ${config.maxRounds}.
- reasoning: how you came to it, citing turn ids.
- confidence: your confidence, 0 to 100, ${about}.
- bestRefinement: the id of the best of these turns, or null when none is better: ${ids.join(", ")}.`;
  return dialecticJudgePrompt({ ...input, task, output: outputSchema("round_evaluation", evaluationSchema(ids)) });
}

function candidates(turns: Turn[]): string[] {
  return [...newestProposals(turns).values()].map((turn) => turn.id);
}

function evaluationSchema(ids: string[]) {
  return z.strictObject({
    reasoning: filled,
    confidence: between(0, 100),
    bestRefinement: z.enum(ids).nullable(),
  });
}

type EvaluationReading = Pick<Evaluation, "reasoning" | "confidence" | "bestRefinement">;

export function readEvaluation(text: string, { turns }: { turns: Turn[] }): Reading<EvaluationReading> {
  return readAnswer(text, { schema: evaluationSchema(candidates(turns)) });
}

/** The judge's opinion of a dialectic round: what it is asked, the shape of the answer, and how it is read. */
import { z } from "zod";
import type { DebateConfig } from "../config.ts";
import type { View } from "../context/view.ts";
import type { Evaluation } from "../schemas/evaluation.ts";
import type { Turn } from "../schemas/turn.ts";
import { between, filled, outputSchema, readAnswer } from "./answer.ts";
import { dialecticJudgePrompt } from "./dialectic-judge.ts";
import { newestProposals } from "./perspective.ts";
import type { Prompt, Reading } from "./prompt.ts";

interface EvaluationPromptInput {
  config: DebateConfig;
  round: number;
  /** All whole turns so far. */
  turns: Turn[];
  faults?: string[];
  /** What of the transcript is shown; all of it when left out. */
  view?: View | undefined;
}

/** How the last block of an evaluation's prompt begins. */
export const EVALUATE = "Evaluate round";

const QUESTIONS = {
  fixed: "how good the refinements are",
  convergence: "that the refinements agree on what matters, so that another round would change little",
  quality: "in the best refinement: that it solves the problem as it stands",
};

export function buildEvaluationPrompt({ config, round, turns, faults, view }: EvaluationPromptInput): Prompt {
  const ids = candidates(turns);
  const about = QUESTIONS[config.dialectic?.termination.type ?? "fixed"];
  const task = `${EVALUATE} ${round} of at most ${config.maxRounds}.
- reasoning: how you came to it, citing turn ids.
- confidence: your confidence, 0 to 100, ${about}.
- bestRefinement: the id of the best of these turns, or null when none is better: ${ids.join(", ")}.`;
  return dialecticJudgePrompt({
    config,
    turns,
    task,
    output: outputSchema("round_evaluation", evaluationSchema(ids)),
    faults,
    view,
  });
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

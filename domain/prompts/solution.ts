/** The solution that ends a dialectic debate: what the judge is asked, the shape of the answer, how it is read. */
import { z } from "zod";
import type { DebateConfig } from "../config.ts";
import type { View } from "../context/view.ts";
import type { EndedBy, Solution } from "../schemas/result.ts";
import type { Turn } from "../schemas/turn.ts";
import { between, filled, outputSchema, readAnswer } from "./answer.ts";
import { dialecticJudgePrompt } from "./dialectic-judge.ts";
import { newestProposals } from "./perspective.ts";
import type { Prompt, Reading } from "./prompt.ts";

interface SolutionPromptInput {
  config: DebateConfig;
  /** All whole turns. */
  turns: Turn[];
  endedBy: EndedBy;
  faults?: string[];
  /** What of the transcript is shown; all of it when left out. */
  view?: View | undefined;
  /** What all turns say in brief, in their place. */
  summary?: string | undefined;
}

/** How the last block of a solution's prompt begins. */
export const SYNTHESIZE = "Make one solution";

export function buildSolutionPrompt(input: SolutionPromptInput): Prompt {
  const { turns, endedBy, ...shown } = input;
  const newest = [...newestProposals(turns).values()].map((turn) => turn.id);
  const early = endedBy === "owner" ? " The work was ended early by its owner, so some of it may be missing." : "";
  const task = `${SYNTHESIZE} of the work of all agents.${early} Its newest proposals are the turns ${newest.join(", ")}.
- description: the solution as a whole, so that a reader needs nothing else. Join what is best in the proposals; where they contradict one another, decide and say why.
- implementation: how it is carried out, step by step; null when there is nothing to carry out.
- tradeoffs: what the solution gives up, and for what.
- recommendations: what its owner should do, check or decide next.
- confidence: 0 to 100, that the solution solves the problem.`;
  return dialecticJudgePrompt({ ...shown, turns, task, output: outputSchema("solution", solutionSchema) });
}

const solutionSchema = z.strictObject({
  description: filled,
  implementation: z.string().nullable(),
  tradeoffs: z.array(filled),
  recommendations: z.array(filled),
  confidence: between(0, 100),
});

export function readSolution(text: string): Reading<Omit<Solution, "synthesizedBy">> {
  return readAnswer(text, {
    schema: solutionSchema,
    check: (raw) => [...empty(raw, "tradeoffs"), ...empty(raw, "recommendations")],
  });
}

/** A solution without a price, or that leaves nothing to do, was not thought through. */
function empty(raw: unknown, field: string): string[] {
  const list = (raw as Record<string, unknown> | null)?.[field];
  return Array.isArray(list) && list.length === 0 ? [`${field} must name at least one.`] : [];
}

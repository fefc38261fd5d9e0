/** The solution that ends a dialectic debate: its prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import type { EndedBy, Solution } from "../../schemas/result.ts";
import { between, filled, outputSchema, readAnswer } from "../answer.ts";
import type { Prompt, Reading } from "../prompt.ts";
import { newestProposals } from "../summary/perspective.ts";
import { dialecticJudgePrompt } from "./dialectic-judge.ts";
import type { JudgeInput } from "./judge.ts";

interface SolutionPromptInput extends JudgeInput {
  endedBy: EndedBy;
  /** A summary that replaces all turns but the newest proposals. */
  summary?: string | undefined;
}

/** The last block of the prompt begins with this. */
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

/** A solution without tradeoffs or next steps was not thought through. */
function empty(raw: unknown, field: string): string[] {
  const list = (raw as Record<string, unknown> | null)?.[field];
  return Array.isArray(list) && list.length === 0 ? [`${field} must name at least one.`] : [];
}

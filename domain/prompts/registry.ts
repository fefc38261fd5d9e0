/** Which builder makes the prompt of a turn, by its phase: the debater's, unless a protocol has its own. */
import type { TurnPhase } from "../schemas.ts";
import {
  buildCritiquePrompt,
  buildProposalPrompt,
  buildRefinementPrompt,
  type DialecticPromptInput,
} from "./dialectic.ts";
import type { Prompt } from "./prompt.ts";
import { buildTurnPrompt } from "./turn.ts";

type TurnPromptInput = DialecticPromptInput & Parameters<typeof buildTurnPrompt>[0];

const BUILDERS: Partial<Record<TurnPhase, (input: TurnPromptInput) => Prompt>> = {
  proposal: buildProposalPrompt,
  critique: buildCritiquePrompt,
  refinement: buildRefinementPrompt,
};

/** The prompt of any turn. */
export function buildPrompt(input: TurnPromptInput): Prompt {
  return (BUILDERS[input.turn.phase] ?? buildTurnPrompt)(input);
}

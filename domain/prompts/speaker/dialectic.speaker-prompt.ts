/**
 * The prompts of a dialectic agent: proposal, critique, refinement (docs/design/debate.md#14-formats). Only the last
 * block changes from turn to turn.
 */
import { roleOf } from "../../shapes/roles/registry.shape.ts";
import { fencesOf } from "../fences/fences.ts";
import { CLAIMS } from "../parts/debater-rules.ts";
import { problemFacts } from "../parts/facts.prompt-part.ts";
import { type OlderView, perspective, readsAll } from "../parts/perspective.ts";
import type { Prompt } from "../parts/prompt.prompt-part.ts";
import { visibleTurns } from "../parts/transcript.prompt-part.ts";
import { frameTurn, requireParticipant, type TurnPromptInput, type Voice, whoYouAre } from "./turn.speaker-prompt.ts";

export interface DialecticPromptInput extends TurnPromptInput {
  /** Replaces the agent's own view of earlier rounds. */
  summary?: OlderView;
}

export function buildProposalPrompt(input: DialecticPromptInput): Prompt {
  return dialecticPrompt(input, ({ me }) => [
    "Propose your own solution of the problem. You have not seen the proposals of the others.",
    roleOf(me.role).propose,
  ]);
}

/** Throws when the turn's target is not among the turns. */
export function buildCritiquePrompt(input: DialecticPromptInput): Prompt {
  return dialecticPrompt(input, ({ config, me, turn, seen }) => {
    const { label } = fencesOf(config);
    const target = seen.find((t) => t.id === turn.targetId);
    if (!target) throw new Error(`turn ${turn.id} has no target to criticise`);
    return [
      `Criticise the proposal of ${label(target.participant)}, turn ${label(target.id)}, and no other.`,
      "First restate its strongest point, so that its author would agree with your words. Then its weaknesses in order of weight, at most three: what fails, when, and what would mend it. Be concrete, and quote what you speak of. 150 to 300 words. Do not propose a solution of your own.",
      roleOf(me.role).critique,
    ];
  });
}

export function buildRefinementPrompt(input: DialecticPromptInput): Prompt {
  return dialecticPrompt(input, ({ config, me }) => [
    `Refine your own proposal. You have read all proposals of this round, and ${readsAll(config) ? "all critiques of them" : "the critiques of your own"}.`,
    "Take over what is right in them, and say briefly why you do not take over the rest. Write the refined proposal whole, so that it stands without the earlier one.",
    roleOf(me.role).refine,
  ]);
}

function dialecticPrompt(input: DialecticPromptInput, task: Voice["task"]): Prompt {
  const { config, turn, summary, view } = input;
  const me = requireParticipant(config, turn.participantId);
  const seen = visibleTurns(input.turns, turn.sees);
  const position = me.positionSource === "given" ? me.position : undefined;
  return frameTurn(
    { ...input, me, seen },
    { intro: roleOf(me.role).system, manners: MANNERS, task },
    {
      who: whoYouAre({ ...me, position, side: undefined, keyArguments: undefined }, fencesOf(config)),
      facts: problemFacts(config),
      transcript: perspective(seen, {
        participantId: me.id,
        round: turn.round,
        config,
        summary,
        view,
      }),
    },
  );
}

const MANNERS = `How to work:
- Be concrete: name things, figures and steps.
${CLAIMS}
- Speak of the others by name. Never invent what they said: rely only on what stands in the transcript.
- Write plain prose or short lists, without headings, and do not put your name in front.`;

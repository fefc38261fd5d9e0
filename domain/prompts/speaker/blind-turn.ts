/**
 * The prompt for the answers before round 1, where each participant answers alone (docs/design/debate.md#113-judging).
 */

import type { Prompt } from "../prompt.ts";
import { CLAIMS, LENGTH } from "./debater-rules.ts";
import { assembleTurn, requireParticipant, type TurnPromptInput, type Voice } from "./turn.ts";

const ALONE: Voice = {
  intro: "You answer a question alone, before a debate about it begins. A judge will compare your answer with others.",
  manners: `How to answer:
- Answer from your position and stay in character.
${CLAIMS}
- Foresee the strongest objections to your case and meet them.
${LENGTH}`,
  task: () => [
    "Answer the topic by yourself: what you hold, and your strongest reasons.",
    "Nobody has spoken yet, and nobody who debates later will be shown this answer, so put no words into anyone's mouth.",
  ],
};

/** Shows nothing of the other participants, not even their names or positions. */
export function buildBlindPrompt(input: TurnPromptInput): Prompt {
  const me = requireParticipant(input.config, input.turn.participantId);
  const { clarified, promptLayout: _ofDebates, ...config } = input.config;
  // Hides who asked: the answers are for everyone.
  const answers = clarified && { clarified: clarified.map((q) => ({ ...q, askedBy: [] })) };
  return assembleTurn({ ...input, config: { ...config, ...answers, participants: [me] }, turns: [] }, ALONE);
}

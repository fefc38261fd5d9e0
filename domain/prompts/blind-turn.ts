/** What a participant is asked before round 1, where each answers alone (spec §1.13). */

import type { Prompt } from "./prompt.ts";
import { assembleTurn, requireParticipant, type TurnPromptInput, type Voice } from "./turn.ts";

const ALONE: Voice = {
  intro: "You answer a question alone, before a debate about it begins. A judge will compare your answer with others.",
  manners: `How to answer:
- Answer from your position and stay in character.
- Bring evidence: facts, examples, figures, reasoning that can be checked. Say so when you are not sure of a fact.
- Foresee the strongest objections to your case and meet them.
- Write 2 to 4 paragraphs of plain prose, without headings, and do not put your name in front.`,
  task: () => [
    "Answer the topic by yourself: what you hold, and your strongest reasons.",
    "Nobody has spoken yet, and nobody who debates later will be shown this answer, so put no words into anyone's mouth.",
  ],
};

/** Nothing of the others is shown, not even who they are or what they hold. */
export function buildBlindPrompt(input: TurnPromptInput): Prompt {
  const me = requireParticipant(input.config, input.turn.participantId);
  const { clarified, promptLayout: _ofDebates, ...config } = input.config;
  // A question may have been asked by others: what was answered holds for everyone.
  const answers = clarified && { clarified: clarified.map((q) => ({ ...q, askedBy: [] })) };
  return assembleTurn({ ...input, config: { ...config, ...answers, participants: [me] }, turns: [] }, ALONE);
}

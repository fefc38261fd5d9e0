/** The judge's vote on the motion: its prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import { VOTE_CHOICES, type Vote } from "../../shapes/schemas/vote.schema.ts";
import { between, filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { type JudgeInput, judgePrompt } from "./judge.judge-prompt.ts";

interface VotePromptInput extends JudgeInput {
  when: Vote["when"];
}

type VoteReading = Pick<Vote, "vote" | "confidence" | "reasoning">;

/** Earlier votes are not shown, so that each vote is independent. */
export function buildVotePrompt(input: VotePromptInput): Prompt {
  return judgePrompt({
    ...input,
    does: "reads",
    assessments: [],
    task: voteTask(input.when),
    output: outputSchema("motion_vote", schema),
  });
}

/** The last block of the prompt begins with this. */
export const VOTE = "Vote on the motion";

const MOMENTS: Record<Vote["when"], string> = {
  before: "before the debate. Nobody has spoken yet: say where you stand on what you know.",
  after: "after the debate. Say where you stand now that all have spoken: let what was said move you, or not.",
};

function voteTask(when: Vote["when"]): string {
  return `${VOTE}, ${MOMENTS[when]} The motion is the topic. This is a vote and no ruling on the speakers: it is your own view that is asked for.
- vote: for, against, or undecided when neither has the better of it.
- confidence: how sure you are, 0 to 100.
- reasoning: what decides it for you, in a few sentences, citing the turns that did if there are any.`;
}

const schema = z.strictObject({
  reasoning: filled,
  vote: z.enum(VOTE_CHOICES),
  confidence: between(0, 100),
});

export function readVote(text: string): Reading<VoteReading> {
  return readAnswer(text, { schema });
}

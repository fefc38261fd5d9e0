/** The judge's vote on the motion: what it is asked, the shape of the answer, and how the answer is read. */
import { z } from "zod";
import type { DebateConfig } from "../config.ts";
import type { View } from "../context/view.ts";
import type { Turn } from "../schemas/turn.ts";
import { VOTE_CHOICES, type Vote } from "../schemas/vote.ts";
import { between, filled, outputSchema, readAnswer } from "./answer.ts";
import { judgePrompt } from "./judge.ts";
import type { Prompt, Reading } from "./prompt.ts";

interface VotePromptInput {
  config: DebateConfig;
  when: Vote["when"];
  /** All turns so far; none before round 1. Failed ones are left out. */
  turns: Turn[];
  /** What was wrong with the last answer: the judge is shown it and asked more strictly. */
  faults?: string[];
  /** What of the transcript is shown; all of it when left out. */
  view?: View | undefined;
}

type VoteReading = Pick<Vote, "vote" | "confidence" | "reasoning">;

/** An earlier vote is not shown: each is cast on what stands there alone. */
export function buildVotePrompt({ config, when, turns, faults, view }: VotePromptInput): Prompt {
  return judgePrompt({
    config,
    turns,
    assessments: [],
    task: voteTask(when),
    output: outputSchema("motion_vote", schema),
    faults,
    view,
  });
}

/** How the last block of a vote's prompt begins. */
export const VOTE = "Vote on the motion";

const MOMENTS: Record<Vote["when"], string> = {
  before: "before the debate. Nobody has spoken yet: say where you stand on what you know.",
  after: "after the debate. Say where you stand now that all have spoken: let what was said move you, or not.",
};

function voteTask(when: Vote["when"]): string {
  return `${VOTE}, ${MOMENTS[when]} The motion is the topic. This is a vote and no ruling on the speakers: here alone your own view counts.
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

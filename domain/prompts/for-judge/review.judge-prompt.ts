/** A judge's word on an answer that is not the one that the ballots gave: its prompt, and how the reply is read. */
import { z } from "zod";
import { type AnswerReview, REVIEW_FINDINGS } from "../../shapes/schemas/conclusion.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import { filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { type JudgeInput, judgePrompt } from "./judge.judge-prompt.ts";

interface ReviewPromptInput extends JudgeInput {
  /** The written answer, with labels for names. Left out in an estimate: there is none yet. */
  answer?: string | undefined;
}

/** The last block of the prompt begins with this. */
export const REVIEW = "Does the answer above follow from what was said?";

export function buildReviewPrompt({ answer = "", ...input }: ReviewPromptInput): Prompt {
  const { fence } = fencesOf(input.config);
  const task = `An answer to the topic that somebody has written:
${fence("answer", answer).trimEnd()}
${REVIEW} Not whether it is well put, nor whether you would have written it so.
- reason: why, in one sentence.
- finding: agree when the record supports it, disagree when the record supports another or none, cannot tell otherwise.`;
  return judgePrompt({ ...input, does: "reads", assessments: [], task, output: outputSchema("review", schema) });
}

/** The reason first: what is written after a finding only defends it. */
const schema = z.strictObject({ reason: filled, finding: z.enum(REVIEW_FINDINGS) });

export function readReview(text: string): Reading<Pick<AnswerReview, "finding" | "reason">> {
  return readAnswer(text, { schema });
}

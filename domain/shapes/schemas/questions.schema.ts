/** Questions and answers before a debate, as stored and shown (docs/design/debate.md#18-clarifications). */
import { z } from "zod";
import { line, list, notBlank, prose } from "./bounds.ts";

/** Characters. */
const LONGEST_ANSWER = 10_000;

export const Question = z
  .object({
    id: line.meta({ description: "The question's id", examples: ["q1"] }),
    iteration: z.int().min(1).meta({ description: "The collection that it came up in" }),
    text: prose.meta({ description: "The question" }),
    askedBy: list(line, 20).meta({ description: "Ids of the participants who asked it" }),
    answer: prose.nullable().meta({ description: "null: not answered, skipped, or not in time" }),
    askedAt: line.meta({ description: "ISO 8601, UTC" }),
    answeredAt: line.nullable().meta({ description: "ISO 8601, UTC; null: not answered" }),
  })
  .meta({ id: "Question", description: "What participants asked before round 1, and the owner's answer" });
export type Question = z.infer<typeof Question>;

export const PendingAnswers = z
  .object({
    type: z.literal("answers").meta({ description: "The debate waits for answers" }),
    questions: list(
      z.object({
        id: line.meta({ description: "The question's id" }),
        text: prose.meta({ description: "The question" }),
        askedBy: list(line, 20).meta({ description: "Ids of the participants who asked it" }),
        answered: z.boolean().meta({ description: "True: it has an answer" }),
      }),
      1_000,
    ).meta({ description: "The questions of this collection" }),
  })
  .meta({ id: "PendingAnswers", description: "The debate waits until each of these questions has its answer" });
export type PendingAnswers = z.infer<typeof PendingAnswers>;

/** Unanswered questions; none if the debate waits for nothing, or for a decision. */
export function pendingQuestions(pending: PendingAnswers | { type: "decision" } | null): PendingAnswers["questions"] {
  return pending?.type === "answers" ? pending.questions : [];
}

export const Answer = z
  .strictObject({
    questionId: z.string().min(1).max(20).meta({ description: "The question's id, as `pending` shows it" }),
    answer: notBlank(LONGEST_ANSWER)
      .nullable()
      .meta({ description: "The answer, which all participants read; null: the question is skipped" }),
  })
  .meta({ id: "GivenAnswer", description: "The owner's answer to one question" });
export type Answer = z.infer<typeof Answer>;

export const ClarificationsRequest = z
  .strictObject({
    enabled: z.boolean().default(false).meta({ description: "True: participants may ask before round 1" }),
    maxIterations: z.int().min(1).max(10).default(3).meta({ description: "Collections at most" }),
    maxPerAgent: z.int().min(1).max(10).default(3).meta({ description: "Questions of a participant in a collection" }),
    answerTimeoutSeconds: z
      .number()
      .min(1)
      .max(2_592_000)
      .optional()
      .meta({ description: "What is not answered by then counts as not answered; without it the debate waits" }),
  })
  .meta({ id: "ClarificationsRequest", description: "Participants may ask the debate's owner before it begins" });

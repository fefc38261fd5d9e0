/** What participants ask before a debate and what they are told, as it is stored and shown (spec §1.8). */
import { z } from "zod";

/** Characters. */
const LONGEST_ANSWER = 10_000;

export const Question = z
  .object({
    id: z.string().meta({ examples: ["q1"] }),
    iteration: z.int().min(1).meta({ description: "The collection that it came up in" }),
    text: z.string(),
    askedBy: z.array(z.string()).meta({ description: "Ids of the participants who asked it" }),
    answer: z.string().nullable().meta({ description: "null: not answered, or not in time" }),
    askedAt: z.string(),
    answeredAt: z.string().nullable(),
  })
  .meta({ id: "Question" });
export type Question = z.infer<typeof Question>;

export const PendingAnswers = z
  .object({
    type: z.literal("answers"),
    questions: z.array(
      z.object({ id: z.string(), text: z.string(), askedBy: z.array(z.string()), answered: z.boolean() }),
    ),
  })
  .meta({ id: "PendingAnswers", description: "The debate waits until each of these questions has its answer" });
export type PendingAnswers = z.infer<typeof PendingAnswers>;

/** The questions that wait for an answer; none while the debate waits for something else, or for nothing. */
export function pendingQuestions(pending: PendingAnswers | { type: "decision" } | null): PendingAnswers["questions"] {
  return pending?.type === "answers" ? pending.questions : [];
}

export const Answer = z
  .strictObject({
    questionId: z.string().min(1).max(20),
    answer: z
      .string()
      .max(LONGEST_ANSWER)
      .refine((text) => text.trim() !== "", "must not be blank"),
  })
  .meta({ id: "GivenAnswer" });
export type Answer = z.infer<typeof Answer>;

export const ClarificationsRequest = z
  .strictObject({
    enabled: z.boolean().default(false),
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

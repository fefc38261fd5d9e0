/** The form of answers that the code compares and counts, as requests describe it. */
import { z } from "zod";
import { comparable } from "../../base/text/comparable.text.ts";
import { list, notBlank } from "./bounds.ts";

const OPTIONS = { least: 2, most: 26, characters: 500 };
const option = notBlank(OPTIONS.characters);
const keyOf = (text: string) => comparable(text) || text.trim();
const wrongAnswers = z.int().min(1).max(1_000).optional().meta({
  description:
    "With `weights`: how many wrong answers are plausible, as an experiment's `wrongAnswers` estimates it; 25 when left out",
});

/** Unions name a problem by its branch, so `type` decides which branch is meant. */
export const AnswerForm = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("choice").meta({ description: "One of several options" }),
      options: list(option, OPTIONS.most)
        .min(OPTIONS.least)
        .refine(
          (options) => new Set(options.map(keyOf)).size === options.length,
          "must all differ by their words or signs",
        )
        .meta({ description: "2 to 26 texts; an answer is one of them, or its letter A, B, …" }),
    }),
    z.strictObject({
      type: z.literal("number").meta({ description: "A number" }),
      unit: z.string().min(1).max(40).optional().meta({ description: "Shown to models, and left out of answers" }),
      tolerance: z
        .number()
        .min(0)
        .optional()
        .meta({ description: "Two answers are the same if they differ by no more; 0 when left out" }),
      wrongAnswers,
    }),
    z.strictObject({
      type: z.literal("text").meta({
        description: "A short text, compared without case, blanks and punctuation; signs count, as in C++ and C#",
      }),
      wrongAnswers,
    }),
  ])
  .meta({ id: "AnswerForm", description: "The form of answers that the code compares and counts" });
export type AnswerForm = z.infer<typeof AnswerForm>;

export const TEXT: AnswerForm = { type: "text" };

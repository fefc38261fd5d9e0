/** The control arm: what the participants' models answer alone, and how their answers compare with the debate's. */
import { z } from "zod";
import { line, list, prose } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { billed, Money, Usage } from "./spend.schema.ts";

/** Answers that one control arm has at most. */
export const MOST_CALLS = 200;

export const AloneAnswer = z
  .object({
    id: recordId.meta({ description: "The record's id", examples: ["g1-alone-1"] }),
    participantId: line.meta({ description: "The participant whose model it is" }),
    model: line.meta({ description: "The model, `provider/model`" }),
    answer: prose.meta({ description: "The answer in one sentence" }),
    reasons: list(
      z.object({
        reason: prose.meta({ description: "The reason" }),
        restsOn: prose.meta({ description: "What it rests on" }),
      }),
      3,
    ).meta({ description: "Three reasons" }),
    wouldChange: prose.meta({ description: "What would change the model's mind" }),
    ...billed,
  })
  .meta({ id: "AloneAnswer", description: "An answer to the topic that was given outside the debate" });
export type AloneAnswer = z.infer<typeof AloneAnswer>;

const share = z.number().min(0).max(1);

const AnswerGroup = z.object({
  answer: prose.meta({ description: "What its answers have in common, in one sentence" }),
  count: z.int().min(0).meta({ description: "How many answers alone are in it" }),
  answers: list(recordId, MOST_CALLS).meta({ description: "Their ids" }),
});

const isRight = z.boolean().nullable();

export const ControlArm = z
  .object({
    calls: z.int().meta({ description: "How many answers were asked for" }),
    answered: z.int().meta({ description: "How many were given: `degraded` names the others" }),
    answer: prose.nullable().meta({ description: "The answer that most gave; null: a tie" }),
    tied: list(prose, MOST_CALLS).optional().meta({ description: "Of a tie: the answers that equally many gave" }),
    share: share.meta({ description: "Its share of the answers; of a tie, that of each" }),
    groups: list(AnswerGroup, MOST_CALLS).meta({
      description: "All answers by what they say, the largest group first",
    }),
    debate: prose.nullable().meta({
      description:
        "What the debate answered: the text of its conclusion, else its solution, its answer, or the position or side that won; null: nothing, as when it is contested",
    }),
    differs: z
      .boolean()
      .nullable()
      .meta({ description: "The debate's answer is another than that of most; null: one of the two is missing" }),
    expected: z
      .object({
        answer: prose.meta({ description: "The known answer, as the request gave it" }),
        alone: isRight.meta({ description: "The answer of most is this one; null: a tie" }),
        debate: isRight.meta({ description: "The debate's answer is this one; null: it has none" }),
      })
      .optional()
      .meta({ description: "Only where the request gave the known answer" }),
    judge: line.meta({ description: "The model that grouped the answers, blind" }),
    usage: Usage,
    costUsd: Money,
  })
  .meta({ id: "ControlArm", description: "What the participants' models answer alone, beside the debate's answer" });
export type ControlArm = z.infer<typeof ControlArm>;

export const AnswerCount = z
  .object({
    id: recordId.meta({ description: "The record's id", examples: ["g1-count-after"] }),
    unanimous: z.boolean().meta({ description: "All answers alone are one" }),
    controlArm: ControlArm,
    ...billed,
  })
  .meta({ id: "AnswerCount", description: "The count of the control arm's answers, with its own usage and cost" });
export type AnswerCount = z.infer<typeof AnswerCount>;

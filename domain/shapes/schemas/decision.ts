/**
 * Decisions: questions to the owner when a debate cannot continue alone, and the policies that avoid them
 * (docs/design/debate.md#111-faults-policies-decisions).
 */
import { z } from "zod";
import { dictionary, line, list, prose } from "./bounds.ts";
import { decisionId } from "./ids.schema.ts";

const DecisionOption = z
  .object({
    id: z
      .enum([
        "drop",
        "retry",
        "replace",
        "continue",
        "summarize",
        "truncate",
        "end",
        "error",
        "raise",
        "conclude",
        "abandon",
      ])
      .meta({ description: "The option's name, as a choice sends it" }),
    label: prose.meta({ description: "The option in a few words" }),
    consequence: prose.meta({ description: "What happens if it is chosen" }),
    params: dictionary(line, 20)
      .optional()
      .meta({ description: "What the choice needs beside it, each with what it is" }),
  })
  .meta({ id: "DecisionOption", description: "One way for the debate to go on" });

const option = DecisionOption.shape.id;

export const Decision = z
  .object({
    id: decisionId.meta({ description: "The decision's id", examples: ["d1"] }),
    kind: z
      .enum(["participant_failure", "judge_failure", "context_overflow", "cost_limit"])
      .meta({ description: "What led to the question" }),
    question: prose.meta({ description: "The question in words" }),
    options: list(DecisionOption, 20).meta({ description: "What can be chosen" }),
    default: option.meta({ description: "Taken when nobody has decided by `expiresAt`" }),
    round: z.int().min(0).meta({ description: "The round in which it came up" }),
    participantId: line.optional().meta({ description: "Whose fault it is about; left out for the judge's" }),
    requestedAt: line.meta({ description: "ISO 8601, UTC" }),
    expiresAt: line.meta({ description: "ISO 8601, UTC" }),
    made: z
      .object({
        option: option.meta({ description: "The option that was chosen" }),
        params: dictionary(z.union([line, z.number()]), 20)
          .optional()
          .meta({ description: "The parameters of the choice" }),
        by: z.enum(["owner", "default"]).meta({ description: "`default`: nobody decided in time" }),
        at: line.meta({ description: "ISO 8601, UTC" }),
      })
      .nullable()
      .meta({ description: "null: not decided" }),
  })
  .meta({ id: "Decision", description: "A question to the owner, which the debate waits for" });
export type Decision = z.infer<typeof Decision>;

export const PendingDecision = z
  .object({ type: z.literal("decision").meta({ description: "The debate waits for a decision" }), decision: Decision })
  .meta({ id: "PendingDecision", description: "The debate waits until its owner decides, or until it expires" });
export type PendingDecision = z.infer<typeof PendingDecision>;

export const DecideRequest = z
  .strictObject({
    option: z.string().min(1).max(40).meta({ description: "The id of the chosen option" }),
    params: dictionary(z.unknown(), 20)
      .optional()
      .meta({ description: 'What the option needs beside it, as `{ "model": "openai/gpt-5.5" }`' }),
    reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }),
  })
  .meta({ id: "DecideRequest", description: "One of the decision's options, with the parameters that it takes" });

/** `model`: the schema of a model's name, from `request.ts`. */
export function policiesSchema<T extends z.ZodType>(model: T) {
  return z
    .strictObject({
      onParticipantFailure: z
        .enum(["drop", "ask", "end"])
        .optional()
        .meta({ description: "`drop` (default): the rest go on; `ask`: a decision; `end`: conclude on what there is" }),
      onJudgeFailure: z
        .enum(["ask", "fallback", "continue", "end"])
        .optional()
        .meta({ description: "`ask` (default); `fallback`: other models in order; `continue`: without; `end`" }),
      fallbackJudges: list(model, 7).min(1).optional().meta({ description: "Tried in order" }),
      onContextOverflow: z.enum(["ask", "summarize", "truncate", "end"]).optional().meta({
        description: "`ask` (default); `summarize` or `truncate`: the prompt is made shorter; `end`",
      }),
      onCostLimit: z.enum(["conclude", "ask", "error"]).optional().meta({
        description: "`conclude` (default): the judge rules on what there is; `ask`: a decision; `error`",
      }),
      decisionTimeoutSeconds: z
        .number()
        .min(1)
        .max(2_592_000)
        .optional()
        .meta({ description: "How long a decision waits before its default is taken" }),
    })
    .refine((p) => p.onJudgeFailure !== "fallback" || p.fallbackJudges !== undefined, {
      path: ["fallbackJudges"],
      message: "is needed: the models that take the judge's place",
    })
    .meta({ id: "Policies", description: "What happens when a fault is beyond its retries" });
}

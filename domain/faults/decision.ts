/**
 * Decisions: questions to the owner when a debate cannot continue alone, and the policies that avoid them
 * (docs/design/debate.md#111-faults-policies-decisions).
 */
import { z } from "zod";
import { dictionary, line, list, prose } from "../request/bounds.ts";
import { decisionId } from "../schemas/ids.ts";

const DecisionOption = z
  .object({
    id: z.enum([
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
    ]),
    label: prose,
    consequence: prose,
    params: dictionary(line, 20)
      .optional()
      .meta({ description: "What the choice needs beside it, each with what it is" }),
  })
  .meta({ id: "DecisionOption" });

const option = DecisionOption.shape.id;

export const Decision = z
  .object({
    id: decisionId.meta({ examples: ["d1"] }),
    kind: z.enum(["participant_failure", "judge_failure", "context_overflow", "cost_limit"]),
    question: prose,
    options: list(DecisionOption, 20),
    default: option.meta({ description: "Taken when nobody has decided by `expiresAt`" }),
    round: z.int().min(0),
    participantId: line.optional().meta({ description: "Whose fault it is about; left out for the judge's" }),
    requestedAt: line,
    expiresAt: line,
    made: z
      .object({
        option,
        params: dictionary(z.union([line, z.number()]), 20).optional(),
        by: z.enum(["owner", "default"]).meta({ description: "`default`: nobody decided in time" }),
        at: line,
      })
      .nullable()
      .meta({ description: "null: not decided" }),
  })
  .meta({ id: "Decision" });
export type Decision = z.infer<typeof Decision>;

export const PendingDecision = z
  .object({ type: z.literal("decision"), decision: Decision })
  .meta({ id: "PendingDecision", description: "The debate waits until its owner decides, or until it expires" });
export type PendingDecision = z.infer<typeof PendingDecision>;

export const DecideRequest = z
  .strictObject({
    option: z.string().min(1).max(40),
    params: dictionary(z.unknown(), 20).optional(),
    reason: z.string().max(2_000).optional(),
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

/** Rejudgements: another judge or panel rules on a completed debate (docs/design/debate.md#113-judging). */
import { z } from "zod";
import { JudgeRequest } from "../../rules/request/judge.request.ts";
import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { JudgeConfig } from "../../shapes/plan/config.plan.ts";
import { line, list } from "../../shapes/schemas/bounds.ts";
import { FaultView, Warning } from "../../shapes/schemas/faults.schema.ts";
import { type RejudgementBrief, RejudgementStatus } from "../../shapes/schemas/rejudgement-brief.ts";
import { VerdictResult } from "../../shapes/schemas/result.schema.ts";
import { JudgeCriterion } from "../../shapes/schemas/rubric.schema.ts";
import { Money, Usage } from "../../shapes/schemas/spend.schema.ts";

export const RejudgeRequest = z
  .strictObject({ judge: JudgeRequest })
  .meta({ id: "RejudgeRequest", description: "Who rules on the debate once more" });
export type RejudgeRequest = z.infer<typeof RejudgeRequest>;

/** Per debate: each costs as much as a verdict. */
export const MOST_REJUDGEMENTS = 50;

const RejudgementJudge = z
  .object({
    model: line.meta({ description: "The judge's model" }),
    temperature: z.number().meta({ description: "The judge's temperature" }),
    panel: list(line, 7).meta({ description: "Models that ruled in the judge's place; empty: the judge alone" }),
    bothOrders: z.boolean().meta({ description: "The verdict was asked for in two orders" }),
    criteria: list(JudgeCriterion, 12).optional().meta({ description: "Missing: the built-in rubric" }),
    requireIndependent: z.boolean().meta({ description: "A judge of a debater's family was refused" }),
    promptSource: z.enum(["built-in", "custom"]).meta({ description: "`custom`: the owner's own system prompt" }),
  })
  .meta({ id: "RejudgementJudge", description: "Who ruled once more, and how" });

export const Rejudgement = z
  .object({
    id: line.meta({ description: "The rejudgement's number in the debate", examples: ["j1"] }),
    status: RejudgementStatus,
    judge: RejudgementJudge,
    // Not `nullable()`: the OpenAPI document would lose the null of a union.
    result: z
      .union([VerdictResult, z.null()])
      .meta({ description: "null until it is there, or when the judge failed" }),
    error: FaultView.nullable().meta({ description: "Why there is no ruling" }),
    usage: Usage.meta({ description: "Of all calls, failed ones included: no part of the debate's own sums" }),
    costUsd: Money,
    warnings: list(Warning, 100).meta({ description: "What the owner may want to know" }),
    createdAt: line.meta({ description: "ISO 8601, UTC" }),
    completedAt: line.nullable().meta({ description: "ISO 8601, UTC; null: under way" }),
  })
  .meta({
    id: "Rejudgement",
    description: "Another judge's or panel's ruling over a debate that is over, beside the debate's own result",
  });
export type Rejudgement = z.infer<typeof Rejudgement>;

export function judgeShown(judge: JudgeConfig): Rejudgement["judge"] {
  const { temperature, panel = [], bothOrders = false, criteria, requireIndependent = false, systemPrompt } = judge;
  return {
    model: modelId(judge),
    temperature,
    panel: panel.map(modelId),
    bothOrders,
    ...(criteria && { criteria }),
    requireIndependent,
    promptSource: systemPrompt === undefined ? "built-in" : "custom",
  };
}

export function briefOf({ id, status, judge, result, createdAt }: Rejudgement): RejudgementBrief {
  const { model, panel } = judge;
  const winner = result?.verdict.winner;
  return {
    id,
    status,
    judge: { model, panel },
    winner: winner?.side ?? winner?.participant ?? null,
    contested: result?.contested ?? false,
    createdAt,
  };
}

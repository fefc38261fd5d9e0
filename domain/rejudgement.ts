/** Another judge, or panel, over a debate that is over (spec §1.13, §2.1): what is asked for, and what stands beside it. */
import { z } from "zod";
import { modelId } from "./catalogue.ts";
import type { JudgeConfig } from "./config.ts";
import { type RejudgementBrief, RejudgementStatus } from "./rejudgement-brief.ts";
import { JudgeRequest } from "./request.ts";
import { FaultView, Warning } from "./schemas/faults.ts";
import { VerdictResult } from "./schemas/result.ts";
import { JudgeCriterion } from "./schemas/rubric.ts";
import { Money, Usage } from "./schemas/spend.ts";

export const RejudgeRequest = z.strictObject({ judge: JudgeRequest }).meta({ id: "RejudgeRequest" });

/** Of one debate: each costs as much as a verdict does. */
export const MOST_REJUDGEMENTS = 50;

const RejudgementJudge = z
  .object({
    model: z.string(),
    temperature: z.number(),
    panel: z.array(z.string()).meta({ description: "Models that ruled in the judge's place; empty: the judge alone" }),
    bothOrders: z.boolean(),
    criteria: z.array(JudgeCriterion).optional().meta({ description: "Missing: the built-in rubric" }),
    requireIndependent: z.boolean(),
    promptSource: z.enum(["built-in", "custom"]),
  })
  .meta({ id: "RejudgementJudge" });

export const Rejudgement = z
  .object({
    id: z.string().meta({ examples: ["j1"] }),
    status: RejudgementStatus,
    judge: RejudgementJudge,
    // Not `nullable()`: of a union the OpenAPI document would lose the null.
    result: z
      .union([VerdictResult, z.null()])
      .meta({ description: "null until it is there, or when the judge failed" }),
    error: FaultView.nullable().meta({ description: "Why there is no ruling" }),
    usage: Usage.meta({ description: "Of all calls, failed ones included: no part of the debate's own sums" }),
    costUsd: Money,
    warnings: z.array(Warning),
    createdAt: z.string(),
    completedAt: z.string().nullable(),
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

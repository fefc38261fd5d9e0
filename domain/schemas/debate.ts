import { z } from "zod";
import { PendingDecision } from "../decision.ts";
import { FORMATS } from "../formats/registry.ts";
import { COMMANDS, STATUSES } from "../lifecycle.ts";
import { PendingAnswers } from "../questions.ts";
import { RejudgementBrief } from "../rejudgement-brief.ts";
import { CreatedWebhook } from "../webhooks/webhook.ts";
import { AssessmentFlags, flips, Measured } from "./assessment.ts";
import { Degradation, FaultView, Problem, Warning } from "./faults.ts";
import { Result } from "./result.ts";
import { JudgeCriterion } from "./rubric.ts";
import { Money, timestamp, Usage } from "./spend.ts";
import { Exhibit } from "./turn.ts";

export const FormatName = z.enum(FORMATS).meta({ id: "FormatName" });
export type FormatName = z.infer<typeof FormatName>;

export const ParticipantStatus = z.enum(["active", "rate_limited", "context_exceeded", "error", "failed"]);
export type ParticipantStatus = z.infer<typeof ParticipantStatus>;

const Participant = z
  .object({
    id: z.string(),
    name: z.string(),
    model: z.string(),
    side: z.string().optional(),
    position: z.string(),
    positionSource: z.enum(["given", "assigned", "plain"]).optional(),
    persona: z.string().optional(),
    role: z.string().optional(),
    status: ParticipantStatus,
    retries: z.int(),
    usage: Usage,
    costUsd: Money,
  })
  .meta({ id: "Participant" });

const PromptSource = z.enum(["built-in", "custom"]);

export const ForkOrigin = z
  .object({
    id: z.string(),
    afterRound: z.int(),
    usage: Usage,
    costUsd: Money,
    spent: z
      .array(z.object({ participantId: z.string().nullable(), model: z.string(), usage: Usage, costUsd: Money }))
      .meta({ description: "The same by participant (null: the judge) and model" }),
  })
  .meta({
    id: "ForkOrigin",
    description:
      "A fork's original, and what the rounds taken over had used: it stands in the fork's sums too, but the original has spent it",
  });
export type ForkOrigin = z.infer<typeof ForkOrigin>;

/** The debate as the API shows it (spec §2.1). */
export const Debate = z
  .object({
    id: z.string().meta({ examples: ["deb-20261121-051254-7K2M9Q"] }),
    version: z.int(),
    generation: z.int().optional().meta({
      description: "Above 1 after a `reset`: what was said before it stands in the log, under turn ids with g1",
    }),
    topic: z.string(),
    context: z.string().optional(),
    exhibits: z.array(Exhibit).optional(),
    format: FormatName,
    mode: z.enum(["simultaneous", "sequential"]),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.string()),
    demo: z.boolean().meta({ description: "True when a canned demo model takes part" }),
    status: z.enum(STATUSES),
    phase: z.string().nullable(),
    round: z.int(),
    maxRounds: z.int(),
    minRounds: z.int(),
    controlArm: z.literal(true).optional().meta({ description: "Each participant also answers alone before round 1" }),
    skipIfUnanimous: z.literal(true).optional().meta({
      description: "The debate ends before round 1 when every ballot finds that all gave the same answer",
    }),
    allowed: z.array(z.enum(COMMANDS)).meta({ description: "Commands that are legal now" }),
    pausing: z.boolean(),
    // Not `nullable()`: see `result`.
    pending: z.union([PendingAnswers, PendingDecision, z.null()]),
    participants: z.array(Participant),
    judge: z
      .object({
        model: z.string(),
        before: z.array(z.string()).optional().meta({ description: "Models that judged before this one, in order" }),
        panel: z.array(z.string()).meta({ description: "Models that vote on the verdict; empty: the judge alone" }),
        bothOrders: z.boolean().optional().meta({ description: "The verdict is asked for in two orders" }),
        criteria: z.array(JudgeCriterion).optional().meta({ description: "Missing: the built-in rubric" }),
        usage: Usage,
        costUsd: Money,
      })
      .nullable(),
    promptSources: z.record(z.string(), PromptSource).meta({ description: "By participant id, and `judge`" }),
    assessments: z.array(
      z.object({
        round: z.int(),
        qualityScore: z.number(),
        shouldContinue: z.boolean(),
        flags: AssessmentFlags,
        measured: Measured.optional(),
        flips,
      }),
    ),
    evaluations: z
      .array(z.object({ round: z.int(), confidence: z.number(), bestRefinement: z.string().nullable() }))
      .optional()
      .meta({ description: "Dialectic only: what the judge found of each round" }),
    usage: Usage,
    cost: z.object({
      totalUsd: Money,
      earlierUsd: Money.optional().meta({ description: "The part that was spent before the last `reset`" }),
      unsettledUsd: z.number().optional().meta({
        description: "Attempts whose end is unknown, charged in full against the limit and no part of `totalUsd`",
      }),
      reservedUsd: z.number().meta({ description: "Set aside for calls in flight and for the conclusion" }),
      warnAtUsd: z.number().nullable(),
      limitUsd: z.number().nullable(),
      maxTokens: z.int().optional().meta({ description: "Input and output together; missing: no limit" }),
      byModel: z.record(z.string(), Money),
    }),
    degraded: z.array(Degradation),
    warnings: z.array(Warning),
    problems: z.array(Problem).meta({ description: "What keeps a draft from starting" }),
    draft: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "Of a draft: what was asked for so far, the document that a PATCH changes" }),
    // Not `nullable()`: of a union the OpenAPI document would lose the null.
    result: z.union([Result, z.null()]),
    error: FaultView.nullable(),
    webhook: CreatedWebhook.optional(),
    forkedFrom: ForkOrigin.optional(),
    twinOf: z.string().optional().meta({ description: "Of a twin: the debate whose sides were swapped" }),
    rejudgements: z
      .array(RejudgementBrief)
      .optional()
      .meta({ description: "What other judges have ruled since it ended; missing when none were asked" }),
    forks: z.array(z.string()).optional().meta({ description: "Debates that were forked from this one" }),
    links: z.object({
      self: z.string(),
      events: z.string(),
      transcript: z.string(),
      watch: z.string().nullable(),
      temporal: z.string().nullable(),
    }),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    completedAt: timestamp.nullable(),
  })
  .meta({ id: "Debate" });
export type Debate = z.infer<typeof Debate>;

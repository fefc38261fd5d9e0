import { z } from "zod";
import { PendingAnswers } from "../clarifications/questions.ts";
import { PendingDecision } from "../faults/decision.ts";
import { FORMATS } from "../formats/registry.ts";
import { COMMANDS, STATUSES } from "../lifecycle.ts";
import { RejudgementBrief } from "../rejudgement/brief.ts";
import { dictionary, line, list, prose } from "../request/bounds.ts";
import { CreatedWebhook } from "../webhooks/webhook.ts";
import { AssessmentFlags, agreementAreas, flips, Measured } from "./assessment.ts";
import { DebateWarning, Degradation, FaultView, Problem } from "./faults.ts";
import { ParticipantStatus } from "./participant-status.ts";
import { Result } from "./result.ts";
import { JudgeCriterion } from "./rubric.ts";
import { Money, timestamp, Usage } from "./spend.ts";
import { Exhibit } from "./turn.ts";

export const FormatName = z.enum(FORMATS).meta({ id: "FormatName" });
export type FormatName = z.infer<typeof FormatName>;

const Participant = z
  .object({
    id: line,
    name: line,
    model: line,
    side: line.optional(),
    position: prose,
    positionSource: z.enum(["given", "assigned", "plain"]).optional(),
    persona: prose.optional(),
    role: line.optional(),
    status: ParticipantStatus,
    statusUntil: timestamp.optional().meta({ description: "Of a failed attempt: when the next one begins" }),
    attempt: z.int().optional().meta({ description: "The number of that next attempt" }),
    attempts: z.int().optional().meta({ description: "How many attempts there can be, as things stand" }),
    retries: z.int(),
    usage: Usage,
    costUsd: Money,
  })
  .meta({ id: "Participant" });

const PromptSource = z.enum(["built-in", "custom"]);

export const ForkOrigin = z
  .object({
    id: line,
    afterRound: z.int(),
    usage: Usage,
    costUsd: Money,
    spent: list(z.object({ participantId: line.nullable(), model: line, usage: Usage, costUsd: Money }), 200).meta({
      description: "The same by participant (null: the judge) and model",
    }),
  })
  .meta({
    id: "ForkOrigin",
    description:
      "A fork's original, and what the rounds taken over had used: it stands in the fork's sums too, but the original has spent it",
  });
export type ForkOrigin = z.infer<typeof ForkOrigin>;

/** The debate as the API shows it (docs/design/api.md#21-resources). */
export const Debate = z
  .object({
    id: line.meta({ examples: ["deb-20261121-051254-7K2M9Q"] }),
    version: z.int(),
    generation: z.int().optional().meta({
      description: "Above 1 after a `reset`: what was said before it stands in the log, under turn ids with g1",
    }),
    topic: prose,
    context: prose.optional(),
    exhibits: list(Exhibit, 50).optional(),
    format: FormatName,
    mode: z.enum(["simultaneous", "sequential"]),
    tags: list(line, 20),
    metadata: dictionary(prose, 100),
    demo: z.boolean().meta({ description: "True when a canned demo model takes part" }),
    status: z.enum(STATUSES),
    phase: line.nullable(),
    round: z.int(),
    maxRounds: z.int(),
    minRounds: z.int(),
    controlArm: z.literal(true).optional().meta({ description: "Each participant also answers alone before round 1" }),
    skipIfUnanimous: z.literal(true).optional().meta({
      description: "The debate ends before round 1 when every ballot finds that all gave the same answer",
    }),
    allowed: list(z.enum(COMMANDS), COMMANDS.length).meta({ description: "Commands that are legal now" }),
    pausing: z.boolean(),
    // Not `nullable()`: see `result`.
    pending: z.union([PendingAnswers, PendingDecision, z.null()]),
    participants: list(Participant, 20),
    judge: z
      .object({
        model: line,
        before: list(line, 100).optional().meta({ description: "Models that judged before this one, in order" }),
        panel: list(line, 7).meta({ description: "Models that vote on the verdict; empty: the judge alone" }),
        bothOrders: z.boolean().optional().meta({ description: "The verdict is asked for in two orders" }),
        criteria: list(JudgeCriterion, 12).optional().meta({ description: "Missing: the built-in rubric" }),
        usage: Usage,
        costUsd: Money,
      })
      .nullable(),
    promptSources: dictionary(PromptSource, 20).meta({ description: "By participant id, and `judge`" }),
    assessments: list(
      z.object({
        round: z.int(),
        qualityScore: z.number(),
        shouldContinue: z.boolean(),
        flags: AssessmentFlags,
        agreementAreas,
        measured: Measured.optional(),
        flips,
      }),
      50,
    ),
    evaluations: list(z.object({ round: z.int(), confidence: z.number(), bestRefinement: line.nullable() }), 50)
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
      byModel: dictionary(Money, 100),
    }),
    degraded: list(Degradation, 5_000),
    warnings: list(DebateWarning, 200),
    problems: list(Problem, 200).meta({ description: "What keeps a draft from starting" }),
    draft: dictionary(z.unknown(), 50)
      .optional()
      .meta({ description: "Of a draft: what was asked for so far, the document that a PATCH changes" }),
    // Not `nullable()`: the OpenAPI document would lose the null of a union.
    result: z.union([Result, z.null()]),
    error: FaultView.nullable(),
    webhook: CreatedWebhook.optional(),
    forkedFrom: ForkOrigin.optional(),
    twinOf: line.optional().meta({ description: "Of a twin: the debate whose sides were swapped" }),
    rejudgements: list(RejudgementBrief, 50)
      .optional()
      .meta({ description: "What other judges have ruled since it ended; missing when none were asked" }),
    forks: list(line, 20_000).optional().meta({ description: "Debates that were forked from this one" }),
    twins: list(line, 20_000).optional().meta({ description: "Debates that are this one with its sides swapped" }),
    links: z.object({
      self: line,
      events: line,
      transcript: line,
      watch: line.nullable(),
      temporal: line.nullable(),
    }),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    completedAt: timestamp.nullable(),
  })
  .meta({ id: "Debate" });
export type Debate = z.infer<typeof Debate>;

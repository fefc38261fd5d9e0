import { z } from "zod";
import { LanguageTag } from "../../base/language/tag.ts";
import type { Option, RunningValue } from "../define-option.ts";
import { FORMATS } from "../format-names.ts";
import { COMMANDS, STATUSES } from "../lifecycle.shape.ts";
import { OPTIONS, SHOWN_OPTIONS, type ShownOption } from "../options.shape.ts";
import { AnswerForm } from "./answer-form.ts";
import { AssessmentFlags, agreementAreas, flips, Measured } from "./assessment.schema.ts";
import { dictionary, line, list, prose } from "./bounds.ts";
import { PendingDecision } from "./decision.ts";
import { Exhibit } from "./exhibit.schema.ts";
import { DebateWarning, Degradation, FaultView, Problem } from "./faults.schema.ts";
import { KnownOutcome } from "./known-outcome.ts";
import { LIMITS } from "./limits.schema.ts";
import { ParticipantStatus } from "./participant-status.ts";
import { Conformity } from "./poll.schema.ts";
import { Imported } from "./provenance.ts";
import { PendingAnswers } from "./questions.schema.ts";
import { RejudgementBrief } from "./rejudgement-brief.ts";
import { Result } from "./result.schema.ts";
import { JudgeCriterion } from "./rubric.schema.ts";
import { CachedShare, Money, timestamp, Usage } from "./spend.schema.ts";
import { CreatedWebhook } from "./webhook.schema.ts";

export const FormatName = z
  .enum(FORMATS)
  .meta({ id: "FormatName", description: "The format: a name from `GET /v1/formats`" });
export type FormatName = z.infer<typeof FormatName>;

const Participant = z
  .object({
    id: line.meta({ description: "Its id within the debate, as `p1`" }),
    name: line.meta({ description: "Its name" }),
    model: line.meta({ description: "Its model, `provider/model`" }),
    before: list(line, 100).optional().meta({ description: "The models that spoke for it before; left out: none" }),
    side: line.optional().meta({ description: "`for`, `against` or `neutral`" }),
    position: prose.meta({ description: "What it argues for; empty when nothing was given or assigned" }),
    positionSource: z
      .enum(["given", "assigned", "plain"])
      .optional()
      .meta({ description: "`given` by the request, `assigned` by a model, or `plain`: that of its side" }),
    persona: prose.optional().meta({ description: "As whom it argues" }),
    inCharacter: z.literal(true).optional().meta({
      description:
        "It was told to stay in character and not to speak of itself as a language model; missing: it was not",
    }),
    role: line.optional().meta({ description: "Its role, in formats with roles" }),
    status: ParticipantStatus.meta({ description: "Whether it takes part, and what holds it up" }),
    statusUntil: timestamp.optional().meta({ description: "Of a failed attempt: when the next one begins" }),
    attempt: z.int().optional().meta({ description: "The number of that next attempt" }),
    attempts: z.int().optional().meta({ description: "How many attempts there can be, as things stand" }),
    retries: z.int().meta({ description: "How often a call of it was retried" }),
    usage: Usage,
    costUsd: Money,
  })
  .meta({ id: "Participant", description: "A speaker of the debate" });

export const ForkOrigin = z
  .object({
    id: line.meta({ description: "The original's id" }),
    afterRound: z.int().meta({ description: "The last round that both share" }),
    usage: Usage,
    costUsd: Money,
    spent: list(
      z.object({
        participantId: line.nullable().meta({ description: "Who spent it; null: the judge" }),
        model: line.meta({ description: "With which model" }),
        usage: Usage,
        costUsd: Money,
      }),
      200,
    ).meta({
      description: "The same by participant (null: the judge) and model",
    }),
  })
  .meta({
    id: "ForkOrigin",
    description:
      "A fork's original, and what the rounds taken over had used: it stands in the fork's sums too, but the original has spent it",
  });
export type ForkOrigin = z.infer<typeof ForkOrigin>;

const summaryRules = {
  threshold: z
    .int()
    .nullable()
    .meta({ description: "Characters of a view from which on it is summarised; null: never" }),
  maxLength: z.int().meta({ description: "Characters of such a summary at most" }),
};

const Summaries = z
  .object({
    ...summaryRules,
    byAgent: dictionary(z.object(summaryRules), 20)
      .optional()
      .meta({ description: "By participant id: agents with rules of their own" }),
  })
  .meta({ description: "Dialectic only: when an agent's view, or the judge's, is summarised by its own model" });

/** What a running debate has of an option: a flag that is on, a choice that is not the default, a number. */
function runningSchema(option: Option): z.ZodType {
  if (option.kind === "flag") return z.literal(true);
  if (option.kind === "number") return z.number();
  return z.literal(option.choices.filter((choice) => choice !== option.default));
}

const shownOptions = Object.fromEntries(
  SHOWN_OPTIONS.map((path) => {
    const option: Option = OPTIONS[path];
    return [path, runningSchema(option).optional().meta({ description: option.shown })];
  }),
) as { [P in ShownOption]: z.ZodOptional<z.ZodType<RunningValue<(typeof OPTIONS)[P]>>> };

/** The debate as the API shows it (docs/design/api.md#21-resources). */
export const Debate = z
  .object({
    id: line.meta({ description: "The debate's id", examples: ["deb-20261121-051254-7K2M9Q"] }),
    version: z.int().meta({ description: "Grows with each change; the `ETag` carries it" }),
    generation: z.int().optional().meta({
      description: "Above 1 after a `reset`: what was said before it stands in the log, under turn ids with g1",
    }),
    topic: prose.meta({ description: "The question or motion" }),
    context: prose.optional().meta({ description: "Background that all participants read" }),
    language: LanguageTag.optional().meta({
      description:
        "In which models write: as the request says, else as the first turn is written; missing while that is not known",
    }),
    exhibits: list(Exhibit, 999).optional().meta({ description: "Passages that turns may cite" }),
    format: FormatName,
    mode: z.enum(["simultaneous", "sequential"]).meta({
      description: "`sequential`: each speaker reads the one before; `simultaneous`: all answer the round before",
    }),
    tags: list(line, 20).meta({ description: "Labels to list debates by" }),
    metadata: dictionary(prose, 100).meta({ description: "The owner's own texts by key" }),
    demo: z.boolean().meta({ description: "True when a canned demo model takes part" }),
    status: z.enum(STATUSES).meta({ description: "Where the debate stands in its lifecycle" }),
    phase: line.nullable().meta({ description: "What happens now; null: nothing" }),
    round: z.int().meta({ description: "The current round; 0: before round 1" }),
    maxRounds: z.int().meta({ description: "It ends after this round at the latest" }),
    minRounds: z.int().meta({ description: "It does not end before this round is over" }),
    controlArm: z
      .object({ calls: z.int().meta({ description: "How many answers are asked for" }) })
      .optional()
      .meta({ description: "The participants' models also answer the topic alone, before round 1" }),
    ...shownOptions,
    agreementIntensity: z.number().optional().meta({
      description: "`agreement` of the request: how readily speakers take over others' conclusions, 0–100",
    }),
    testsSwing: z.literal(true).optional().meta({
      description:
        "Of Oxford: the motion carries only where the interval of the swing excludes zero; left out, a net of two voters decides",
    }),
    ballotAnswers: z.enum(["lead", "beside"]).optional().meta({
      description:
        "Ballots answer the question too. `lead`: the result rests on their answers; `beside`: the format is a contest, so it rests on who argued better. Left out: they say only who argued better",
    }),
    answers: AnswerForm.optional(),
    summaries: Summaries.optional(),
    allowed: list(z.enum(COMMANDS), COMMANDS.length).meta({ description: "Commands that are legal now" }),
    pausing: z.boolean().meta({ description: "True: it pauses when the running turn has ended" }),
    // Not `nullable()`: see `result`.
    pending: z
      .union([PendingAnswers, PendingDecision, z.null()])
      .meta({ description: "What the debate waits for from its owner; null: nothing" }),
    queue: z
      .object({
        position: z.int().meta({ description: "From 1: how many begin before it, itself included" }),
        since: timestamp,
      })
      .optional()
      .meta({ description: "Its place among the tenant's debates that wait for room; missing: it does not wait" }),
    participants: list(Participant, 20).meta({ description: "The speakers, in the order of the request" }),
    judge: z
      .object({
        model: line.meta({ description: "The judge's model, `provider/model`" }),
        before: list(line, 100).optional().meta({ description: "Models that judged before this one, in order" }),
        panel: list(line, 7).meta({ description: "Models that vote on the verdict; empty: the judge alone" }),
        bothOrders: z.boolean().optional().meta({ description: "The verdict is asked for in two orders" }),
        guides: z.literal(true).optional().meta({
          description: "Its recommendations after a round reach the speakers of the next one; missing: they do not",
        }),
        ahead: z.literal(true).optional().meta({
          description:
            "The next round runs while it assesses the last one, so each assessment counts one round later (`overlap`); missing: at once",
        }),
        criteria: list(JudgeCriterion, 12).optional().meta({ description: "Missing: the built-in rubric" }),
        usage: Usage,
        costUsd: Money,
      })
      .nullable()
      .meta({ description: "Who judges; null: the format has no judge" }),
    promptSources: dictionary(prose, 20).meta({
      description:
        "By participant id, and `judge`: `built-in`, `custom`, or `custom: ` and where the prompt comes from",
    }),
    assessments: list(
      z.object({
        round: z.int().meta({ description: "The round that was assessed" }),
        qualityScore: z.number().meta({ description: "The round's quality, 0–10" }),
        shouldContinue: z.boolean().meta({ description: "False: the judge would end the debate here" }),
        flags: AssessmentFlags,
        agreementAreas,
        measured: Measured.optional(),
        flips,
      }),
      LIMITS.rounds,
    ).meta({ description: "The judge's assessments of rounds, in brief" }),
    evaluations: list(
      z.object({
        round: z.int().meta({ description: "The round that was evaluated" }),
        confidence: z.number().meta({ description: "The judge's confidence, 0–100" }),
        bestRefinement: line.nullable().meta({ description: "The best turn's id; null: none" }),
      }),
      LIMITS.rounds,
    )
      .optional()
      .meta({ description: "Dialectic only: what the judge found of each round" }),
    conformity: list(Conformity, LIMITS.rounds + 1)
      .optional()
      .meta({ description: "What private answers show, before round 1 and after each round; missing without them" }),
    usage: Usage,
    cost: z
      .object({
        totalUsd: Money,
        cachedShare: CachedShare.optional(),
        earlierUsd: Money.optional().meta({ description: "The part that was spent before the last `reset`" }),
        unsettledUsd: z.number().optional().meta({
          description: "Attempts whose end is unknown, charged in full against the limit and no part of `totalUsd`",
        }),
        reservedUsd: z.number().meta({ description: "Set aside for calls in flight and for the conclusion" }),
        warnAtUsd: z
          .number()
          .nullable()
          .meta({ description: "The event `cost.warning` comes at this cost; null: never" }),
        limitUsd: z.number().nullable().meta({ description: "The hard limit in USD; null: no limit" }),
        maxTokens: z.int().optional().meta({ description: "Input and output together; missing: no limit" }),
        byModel: dictionary(Money, 100).meta({ description: "USD by model" }),
      })
      .meta({ description: "What the debate has cost, and its limits" }),
    degraded: list(Degradation, 5_000).meta({ description: "What was lost on the way, and why" }),
    warnings: list(DebateWarning, 200).meta({ description: "What the owner may want to know or change" }),
    problems: list(Problem, 200).meta({ description: "What keeps a draft from starting" }),
    draft: dictionary(z.unknown(), 50)
      .optional()
      .meta({ description: "Of a draft: what was asked for so far, the document that a PATCH changes" }),
    // Not `nullable()`: the OpenAPI document would lose the null of a union.
    result: z.union([Result, z.null()]).meta({ description: "How the debate ended; null: it has no result yet" }),
    knownOutcome: KnownOutcome.optional(),
    error: FaultView.nullable(),
    webhook: CreatedWebhook.optional(),
    imported: Imported.optional(),
    forkedFrom: ForkOrigin.optional(),
    preset: line
      .optional()
      .meta({ description: "The saved request that it was made from, and its version", examples: ["decision@3"] }),
    twinOf: line.optional().meta({ description: "Of a twin: the debate whose sides were swapped" }),
    rejudgements: list(RejudgementBrief, 50)
      .optional()
      .meta({ description: "What other judges have ruled since it ended; missing when none were asked" }),
    forks: list(line, 20_000).optional().meta({ description: "Debates that were forked from this one" }),
    twins: list(line, 20_000).optional().meta({ description: "Debates that are this one with its sides swapped" }),
    links: z
      .object({
        self: line.meta({ description: "The debate itself" }),
        events: line.meta({ description: "Its events" }),
        transcript: line.meta({ description: "Its transcript" }),
        watch: line.nullable().meta({ description: "Its page; null: there is none" }),
        temporal: line
          .nullable()
          .meta({ description: "Its workflow in Temporal's UI; null: the UI's address is unknown" }),
      })
      .meta({ description: "Addresses of this debate" }),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    completedAt: timestamp.nullable(),
  })
  .meta({ id: "Debate", description: "A debate: what was asked for, where it stands, and its result" });
export type Debate = z.infer<typeof Debate>;

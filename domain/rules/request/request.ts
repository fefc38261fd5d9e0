/** The fields of a request that creates a debate, as a schema. `checks.beginning.ts` finds what no schema can say. */
import { z } from "zod";
import { LanguageTag } from "../../base/language/tag.ts";
import { bytesOf } from "../../base/text/text.ts";
import { OPTIONS } from "../../shapes/options.shape.ts";
import { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import { dictionary, list, notBlank } from "../../shapes/schemas/bounds.ts";
import { MOST_CALLS } from "../../shapes/schemas/control-arm.schema.ts";
import { policiesSchema } from "../../shapes/schemas/decision.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";
import { isReservedName, RESERVED } from "../../shapes/schemas/names.schema.ts";
import { OutputRequest } from "../../shapes/schemas/output-request.ts";
import { Diversity } from "../../shapes/schemas/positions.schema.ts";
import { ClarificationsRequest } from "../../shapes/schemas/questions.schema.ts";
import { toolFields } from "../../shapes/schemas/tool-request.ts";
import { WebhookRequest } from "../../shapes/schemas/webhook.schema.ts";
import { ExhibitRequest, materialId } from "./exhibit.request.ts";
import { JudgeRequest } from "./judge.request.ts";
import { ModelChoice, maxOutputTokens } from "./model.request.ts";
import { optionFields, optionSchema } from "./option-schema.ts";
import { ParticipantRequest } from "./participant.ts";
import { quorumOf } from "./quorum.request.ts";
import { Tags, Topic } from "./texts.ts";

/** Bytes as JSON. The debate's item in DynamoDB contains it, and has 400 KB at most. */
const MOST_METADATA = 32_000;

/** An owner's own texts in a request. */
const Metadata = dictionary(
  z.string().max(2_000),
  LIMITS.metadata,
  z
    .string()
    .max(80)
    .refine((name) => !isReservedName(name), RESERVED),
).refine((map) => bytesOf(JSON.stringify(map)) <= MOST_METADATA, `must have at most ${MOST_METADATA} bytes as JSON`);

const VOTE_HELP =
  "Question: in the first round answers are bought one after the other, of the participants in turn, each without the others, until the leader is safe";
const GATE_OF_A_VOTE =
  "those who differ debate where it is not safe and its leader is ahead by less than `lead`; `true`: wherever it is not safe. Left out: the vote decides alone";

const ControlArmRequest = z
  .union([
    z.boolean(),
    z.strictObject({
      calls: z
        .union([z.literal("equal"), z.int().min(1).max(MOST_CALLS)])
        .meta({ description: "`equal`: as many as the debate has turns when it runs to its last round" }),
    }),
  ])
  .meta({ description: OPTIONS.controlArm.help });

const GateRequest = z
  .union([z.boolean(), z.strictObject({ lead: optionSchema("gate/lead") })])
  .meta({ description: `Question: ${OPTIONS.gate.help}. With \`vote\`: ${GATE_OF_A_VOTE}` });

const VoteRequest = z
  .strictObject({ most: optionSchema("vote/most"), stopAt: optionSchema("vote/stopAt") })
  .meta({ id: "VoteRequest", description: VOTE_HELP });

/** Of an audience that is not described further. */
export const USUAL_VOTERS = 9;

const AudienceRequest = z
  .strictObject({
    voters: z.int().min(1).max(LIMITS.voters).default(USUAL_VOTERS).meta({ description: "How many vote" }),
    models: list(ModelChoice, LIMITS.voters).min(1).optional().meta({
      description:
        "Whose models they are, by turns. Left out: a cheap model of each provider that judges or debates, where one is known, else the judge's model",
    }),
    quorum: quorumOf("votes", LIMITS.voters)
      .optional()
      .meta({ description: "Does without the slowest voters some time after so many have voted" }),
  })
  .meta({
    id: "AudienceRequest",
    description: "Voters who vote on the motion before the debate, on topic and background alone, and after it",
  });

const Termination = z
  .strictObject({
    type: optionSchema("termination/type").unwrap().meta({ description: OPTIONS["termination/type"].help }),
    threshold: optionSchema("termination/threshold"),
  })
  .meta({ id: "Termination", description: "Dialectic: when it ends before maxRounds" });

const ContextWindow = z
  .strictObject({
    strategy: z.enum(["auto", "truncate", "window", "summarize"]).optional().meta({
      description:
        "What happens when a transcript outgrows a model's context window. `auto` (default): from 80 % on it is summarised, or older turns are left out; `truncate`: the newest turns that fit; `window`: the first turn and the newest that fit; `summarize`: as `auto`",
    }),
    summaries: z.boolean().optional().meta({
      description:
        "False: nothing is summarised, except above 90 % where `summarizerModel` is given; true by default: from 80 % on",
    }),
    summarizerModel: ModelChoice.optional().meta({
      description: "Who summarises the transcript; the judge's model by default, else that of whoever needs it",
    }),
    agentSummaryThreshold: optionSchema("contextWindow/agentSummaryThreshold"),
    agentSummaryMaxLength: optionSchema("contextWindow/agentSummaryMaxLength"),
  })
  .meta({ id: "ContextWindow", description: "What happens when the transcript outgrows a model's window" });

const usd = z.number().positive().max(1_000_000);
const budgetShape = {
  warnAtCostUsd: usd.optional().meta({ description: "Once it is spent, the event `cost.warning`" }),
  maxCostUsd: usd.optional().meta({ description: "No call is made that might pass it; see `policies.onCostLimit`" }),
  maxTokens: z.int().positive().max(1_000_000_000).optional().meta({ description: "Input and output together" }),
};

const seconds = z.number().min(1).max(3_600);

/** All of a request except the format's name, whose schema needs the registry of formats. */
export const RequestFields = z.strictObject({
  topic: Topic.meta({ description: "The question or motion that is debated" }),
  context: z.string().max(LIMITS.background).optional().meta({ description: "Background that all participants read" }),
  language: LanguageTag.optional().meta({
    description:
      "In which models write all their texts, as a BCP-47 tag such as `de` or `pt-BR`; the topic's when left out. Keys, ids, fixed values and labels stay as they are",
  }),
  maxRounds: z.int().min(1).max(LIMITS.rounds).optional().meta({
    description:
      "The debate ends after this round at the latest; when left out, the format's own number, `rounds.default` of `GET /v1/formats`",
  }),
  minRounds: z
    .int()
    .min(1)
    .max(LIMITS.rounds)
    .optional()
    .meta({ description: "The debate does not end before this round is over" }),
  ...optionFields,
  participants: list(ParticipantRequest, LIMITS.participants).default([]).meta({
    description:
      "Left out: as few as the format takes, on models of different families; Proposer–skeptic adds whoever is left out",
  }),
  judge: JudgeRequest.optional(),
  clarifications: ClarificationsRequest.optional(),
  controlArm: ControlArmRequest.optional(),
  output: OutputRequest.optional(),
  gate: GateRequest.optional(),
  vote: VoteRequest.optional(),
  answers: AnswerForm.optional().meta({
    description:
      "The form of the answers, which are compared and counted: those of a question's speakers (a text when left out), or those that the ballots of a judged debate give beside who argued better",
  }),
  weights: z
    .union([z.literal("none"), dictionary(z.number().min(0.01).max(0.99), LIMITS.participants)])
    .optional()
    .meta({
      description:
        "Question: `none` (default), or by participant id the share of such questions that it is known to answer rightly: its answer then counts by the log-odds of that. An experiment finds these shares",
    }),
  expected: z
    .union([notBlank(2_000), z.number()])
    .optional()
    .meta({
      description:
        "The known answer to the topic, with `controlArm` or in Question: the result says who is right. Nobody in the debate is shown it",
    }),
  agreement: z.number().min(0).max(100).optional().meta({
    description:
      "Where positions are open: how readily speakers take over others' conclusions when reasons are balanced, 0 (never) to 100 (always); prompts do not mention it when left out",
  }),
  audience: z
    .union([z.literal(false), AudienceRequest])
    .optional()
    .meta({
      description: `Oxford: who votes on the motion. Left out: ${USUAL_VOTERS} voters; \`false\`: the judges vote`,
    }),
  termination: Termination.optional(),
  contextWindow: ContextWindow.optional(),
  retrieval: z
    .strictObject({
      topK: z.int().min(0).max(20).optional().meta({
        description:
          "How many reasoning templates to look up, 3 when left out; with `from`, how many passages before each turn, 8 when left out",
      }),
      from: list(materialId, LIMITS.files).optional().meta({
        description:
          "Ids of files: before each turn, the passages nearest to it become exhibits. Reasoning templates are then looked up as the format does",
      }),
    })
    .refine(({ topK, from = [] }) => topK !== 0 || from.length === 0, {
      path: ["topK"],
      message: "must be at least 1 with from",
    })
    .optional()
    .meta({
      description:
        "How many reasoning templates to look up; 3 in Proposer–skeptic, where the proposer alone reads them, else none; 0 turns it off. With `from`: which files' passages are looked up for each turn",
    }),
  diversity: Diversity.optional(),
  ...toolFields,
  exhibits: list(ExhibitRequest, LIMITS.exhibits)
    .optional()
    .meta({ description: "Passages, files and debates that turns may cite, numbered E1, E2, … in this order" }),
  roundDelayMs: z.int().min(0).max(3_600_000).optional().meta({ description: "Pause between rounds, milliseconds" }),
  limits: z
    .strictObject({
      turnTimeoutSeconds: seconds.optional().meta({ description: "The longest that a turn may take" }),
      judgeTimeoutSeconds: seconds.optional().meta({ description: "The longest that a call of the judge may take" }),
      roundTimeoutSeconds: z.number().min(1).max(LIMITS.roundSeconds).optional().meta({
        description: "Ends all turns of a round once they have taken this long together; those that are whole stay",
      }),
      quorum: quorumOf("turns", LIMITS.participants)
        .optional()
        .meta({ description: "Ends a round in which all speak at once some time after so many have spoken" }),
      maxOutputTokens,
      ...budgetShape,
    })
    .refine(({ warnAtCostUsd: warn, maxCostUsd: most }) => warn === undefined || most === undefined || warn <= most, {
      path: ["warnAtCostUsd"],
      message: "must not be above maxCostUsd: the warning would never come",
    })
    .optional()
    .meta({ description: "Limits on time, length and cost" }),
  policies: policiesSchema(ModelChoice).optional(),
  tags: Tags.optional().meta({ description: "Labels to list debates by; a comma separates two" }),
  metadata: Metadata.optional().meta({ description: "The owner's own texts by key; no model reads them" }),
  webhook: WebhookRequest.optional(),
  validate: z
    .strictObject({
      live: z.boolean().meta({
        description:
          "True: each model is asked one short question before the debate starts, so that a wrong key or model name is found before round 1",
      }),
    })
    .optional()
    .meta({ description: "How the debate is checked before it starts" }),
  whenBusy: z.enum(["queue", "reject"]).optional().meta({
    description:
      "When a limit of your key or tenant leaves no room: `reject` (default) refuses the debate, `queue` lets it wait as `ready` until it fits",
  }),
  start: z.boolean().optional().meta({ description: "False: makes a draft that waits for `start`" }),
});
export type RequestFields = z.infer<typeof RequestFields>;

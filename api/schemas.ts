/** Shapes of the API only: lists, pages, catalogues, problems. Others are in domain/schemas/. */
import { z } from "@hono/zod-openapi";
import { SCOPES } from "../domain/api-keys.ts";
import { TranscriptExport } from "../domain/export/transcript.ts";
import { STATUSES } from "../domain/lifecycle.ts";
import { Debate, FormatName } from "../domain/schemas/debate.ts";
import { Problem } from "../domain/schemas/faults.ts";
import { Money, Usage } from "../domain/schemas/spend.ts";
import { Template } from "../domain/templates/template.ts";
import { Event } from "./events/schemas.ts";

export const ProblemDetails = z
  .looseObject({
    type: z.string().meta({ examples: ["/problems/invalid-request"], description: "Its page explains the problem" }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    requestId: z.string(),
    errors: z.array(Problem).optional().meta({ description: "Every problem of the request, each with its pointer" }),
    debateStatus: z.enum(STATUSES).optional(),
    allowed: z.array(z.string()).optional().meta({ description: "Commands that are legal now" }),
    faultKind: z.string().optional().meta({ description: "What a model failed with, such as `invalid_response`" }),
    scope: z.enum(SCOPES).optional().meta({ description: "The scope that the key lacks" }),
  })
  .meta({ id: "ProblemDetails", description: "RFC 9457" });

export const DebateSummary = Debate.pick({
  id: true,
  version: true,
  topic: true,
  format: true,
  tags: true,
  demo: true,
  status: true,
  phase: true,
  round: true,
  maxRounds: true,
  links: true,
  createdAt: true,
  startedAt: true,
  completedAt: true,
})
  .extend({
    participants: z.array(z.object({ id: z.string(), name: z.string(), model: z.string() })),
    cost: z.object({ totalUsd: Money }),
  })
  .meta({ id: "DebateSummary" });
export type DebateSummary = z.infer<typeof DebateSummary>;

const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export const DebateList = pageOf(DebateSummary).meta({ id: "DebateList" });
export const TemplateList = pageOf(Template).meta({ id: "TemplateList" });

export const CommandRequest = z
  .strictObject({ reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }) })
  .meta({ id: "CommandRequest", description: "May be omitted, with the whole body" });

export const PauseRequest = z
  .strictObject({
    when: z.literal("now").optional().meta({ description: "Cancels running calls; their turns start over on resume" }),
    reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }),
  })
  .meta({ id: "PauseRequest", description: "How to pause" });

export const StopRequest = z
  .strictObject({
    mode: z
      .enum(["conclude", "abandon"])
      .optional()
      .meta({ description: "`conclude` (default): the judge rules on what there is; `abandon`: cancel now" }),
    reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }),
  })
  .meta({ id: "StopRequest", description: "How to stop" });

export const EventPage = z
  .object({
    items: z.array(Event),
    nextAfter: z.int().meta({ description: "Send it as `after` to read on" }),
    terminal: z.boolean().meta({ description: "The debate is over and this is the last page" }),
  })
  .meta({ id: "EventPage" });

export const EventStream = z
  .string()
  .meta({ id: "EventStream", description: "Server-sent events: id, event and data (an Event) of each log entry" });
export const Markdown = z.string().meta({ id: "Markdown" });
export const Html = z.string().meta({ id: "Html" });
export const Metrics = z.string().meta({ id: "Metrics", description: "Prometheus' text format, version 0.0.4" });

export const Transcript = TranscriptExport.openapi("TranscriptExport");

const CostLine = { usage: Usage, costUsd: Money };
export const CostReport = z
  .object({
    debateId: z.string(),
    total: z.object(CostLine),
    byParticipant: z.array(z.object({ participantId: z.string(), name: z.string(), model: z.string(), ...CostLine })),
    judge: z.object({ model: z.string(), ...CostLine }).nullable(),
    summaries: z.object(CostLine).optional().meta({ description: "Summaries of the transcript, for all readers" }),
    byModel: z.array(z.object({ model: z.string(), ...CostLine })),
    byRound: z.array(
      z.object({
        round: z.int().nullable().meta({ description: "0: before the first round; null: the conclusion" }),
        ...CostLine,
      }),
    ),
    byOutcome: z.array(z.object({ outcome: z.enum(["completed", "failed", "unsettled"]), ...CostLine })).meta({
      description: "unsettled: attempts whose end is unknown, charged in full against a limit and part of no other sum",
    }),
  })
  .extend({
    rejudgements: z
      .array(z.object({ id: z.string(), model: z.string(), ...CostLine }))
      .optional()
      .meta({ description: "Costs of other judges after the end; part of no other sum, and under no limit" }),
  })
  .meta({ id: "CostReport", description: "Usage and costs of the attempts in the log, including failed ones" });
export type CostReport = z.infer<typeof CostReport>;

export const ModelCatalogue = z
  .object({
    defaultModel: z.string().nullable(),
    defaultJudgeModel: z.string().nullable(),
    usual: z
      .object({ speakers: z.array(z.string()), judge: z.string() })
      .meta({ description: "Whom a debate takes that names no participants and no judge" }),
    providers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        keyVariable: z.string().nullable().meta({ description: "The environment variable with its key" }),
        isAuthenticated: z.boolean().meta({ description: "A key is set, or none is needed" }),
        demo: z.boolean().meta({ description: "Its canned replies come from no model" }),
        defaultModel: z.string().nullable(),
        usualModels: z.array(z.string()).meta({ description: "In the order in which a debate takes them" }),
      }),
    ),
    items: z.array(
      z.object({
        id: z.string(),
        provider: z.string(),
        isAvailable: z.boolean().meta({ description: "Its provider has a key, or needs none" }),
        priceUsdPerMTok: z
          .object({ input: z.number(), cachedInput: z.number().nullable(), output: z.number() })
          .nullable(),
        contextWindow: z.int().nullable().meta({ description: "Tokens" }),
      }),
    ),
  })
  .meta({ id: "ModelCatalogue" });

const FormatField = z
  .object({
    path: z.string().meta({ description: "Where a request has it", examples: ["termination/type"] }),
    kind: z.enum(["flag", "choice", "number"]),
    choices: z.array(z.string()).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    whole: z.literal(true).optional().meta({ description: "Only whole numbers" }),
    default: z.union([z.boolean(), z.number(), z.string()]).optional(),
    help: z.string(),
  })
  .meta({ id: "FormatField" });

export const FormatCatalogue = z
  .object({
    items: z.array(
      z.object({
        name: FormatName,
        title: z.string().meta({ description: "Its name for people", examples: ["Lincoln–Douglas"] }),
        summary: z.string(),
        protocol: z.string(),
        participants: z.object({ min: z.int(), max: z.int() }),
        rounds: z.object({ min: z.int(), max: z.int(), default: z.int() }),
        judging: z.enum(["every-round", "final-only"]),
        rules: z.string().meta({ description: "As the prompts tell the participants" }),
        hasJudge: z.boolean(),
        conclusion: z.enum(["verdict", "solution", "answer"]).meta({ description: "The `type` of its results" }),
        mode: z
          .literal("sequential")
          .optional()
          .meta({ description: "The only order within a round; missing: either" }),
        seats: z
          .object({ field: z.enum(["side", "role"]), choices: z.array(z.string()) })
          .nullable()
          .meta({
            description: "What each participant is, and the field that says it; null: nothing needs to be said",
          }),
        fields: z.array(FormatField).meta({ description: "Fields of a request that not every format takes" }),
      }),
    ),
  })
  .meta({ id: "FormatCatalogue" });

export const TemplateHits = z
  .object({
    method: z
      .enum(["lexical", "semantic", "chroma"])
      .meta({ description: "How they were found; `lexical` also if the configured search failed" }),
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        score: z.number().meta({ description: "Higher is nearer; comparable only within one response" }),
        text: z.string(),
      }),
    ),
  })
  .meta({ id: "TemplateHits" });

export const RoleCatalogue = z
  .object({
    items: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        system: z.string().meta({ description: "Begins the system prompt" }),
        propose: z.string(),
        critique: z.string(),
        refine: z.string(),
      }),
    ),
  })
  .meta({ id: "RoleCatalogue" });

export const Alive = z.object({ status: z.literal("alive"), version: z.string() }).meta({ id: "Alive" });

const reach = z.enum(["ok", "unreachable"]);
export const Readiness = z
  .object({ status: z.literal("ready"), checks: z.object({ temporal: reach, dynamodb: reach }) })
  .meta({ id: "Readiness" });

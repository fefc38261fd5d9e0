/** Shapes of the API only: lists, pages, catalogues, problems. Others are in domain/shapes/schemas/. */
import { z } from "@hono/zod-openapi";
import { SCOPES } from "../../domain/around/api-keys.around.ts";
import { wordsOf } from "../../domain/base/text/words.text.ts";
import { label, tagsIn } from "../../domain/rules/request/texts.ts";
import { Template } from "../../domain/rules/templates/template.ts";
import { STATUSES } from "../../domain/shapes/lifecycle.shape.ts";
import { dictionary } from "../../domain/shapes/schemas/bounds.ts";
import { Debate, FormatName } from "../../domain/shapes/schemas/debate.schema.ts";
import { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import { FileInfo } from "../../domain/shapes/schemas/file.schema.ts";
import { LIMITS } from "../../domain/shapes/schemas/limits.schema.ts";
import { nextCursor } from "../../domain/shapes/schemas/page.ts";
import { Preset } from "../../domain/shapes/schemas/preset.ts";
import { CachedShare, Money, Usage } from "../../domain/shapes/schemas/spend.schema.ts";
import { InspectLog } from "../../domain/show/export/inspect.ts";
import { TranscriptExport } from "../../domain/show/export/transcript.export.ts";
import { Event } from "./event-schemas.ts";

export const ProblemDetails = z
  .looseObject({
    type: z.string().meta({ examples: ["/problems/invalid-request"], description: "Its page explains the problem" }),
    title: z.string().meta({ description: "The kind of problem, in a few words" }),
    status: z.int().meta({ description: "The HTTP status" }),
    detail: z.string().meta({ description: "What is wrong, and what to do" }),
    instance: z.string().meta({ description: "The path of the request" }),
    requestId: z.string().meta({ description: "The request's id, which the log has too" }),
    errors: z.array(Problem).optional().meta({ description: "Every problem of the request, each with its pointer" }),
    debateStatus: z.enum(STATUSES).optional().meta({ description: "The debate's status when the command came" }),
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
    participants: z
      .array(
        z.object({
          id: z.string().meta({ description: "Its id within the debate, as `p1`" }),
          name: z.string().meta({ description: "Its name" }),
          model: z.string().meta({ description: "Its model, `provider/model`" }),
        }),
      )
      .meta({ description: "The speakers, in the order of the request" }),
    cost: z.object({ totalUsd: Money }).meta({ description: "What the debate has cost so far" }),
    outcome: z
      .object({
        type: z
          .enum(["verdict", "solution", "answer", "plurality", "council", "unjudged"])
          .meta({ description: "What it ended in" }),
        winner: z.string().nullable().optional().meta({ description: "Of a verdict: the winner's id; null: nobody" }),
        side: z.enum(["for", "against"]).optional().meta({ description: "Of a verdict: the side that wins (oxford)" }),
        answer: z.string().optional().meta({
          description:
            "The first sentence of the conclusion's answer, cut if it is long, or the answer of most; missing without one",
        }),
      })
      .nullable()
      .meta({ description: "How it ended; null while there is no result" }),
  })
  .meta({ id: "DebateSummary", description: "A debate in a list" });
export type DebateSummary = z.infer<typeof DebateSummary>;

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item).meta({ description: "The page's items" }), nextCursor });

export const DebateList = pageOf(DebateSummary).meta({ id: "DebateList" });
export type DebateList = z.infer<typeof DebateList>;
export const PresetList = pageOf(Preset).meta({ id: "PresetList" });
export const FileList = pageOf(FileInfo).meta({ id: "FileList" });
export const TemplateList = pageOf(Template).meta({ id: "TemplateList" });

export const Share = z
  .object({
    id: z.string().meta({ description: "The link's id, which is no secret", examples: ["mVb1cQ7xT0aZ"] }),
    createdAt: z.string().meta({ description: "ISO 8601, UTC" }),
    expiresAt: z.string().meta({ description: "ISO 8601, UTC" }),
  })
  .meta({ id: "Share" });
export type Share = z.infer<typeof Share>;

const TAG = "Only debates with this tag; given several times, with all of them";
const tags = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap(tagsIn))
  .pipe(z.array(label).max(LIMITS.tags))
  .meta({ description: TAG })
  .optional()
  .openapi({
    type: "array",
    items: { type: "string", minLength: 1, maxLength: LIMITS.name },
    description: TAG,
  });

const words = z
  .string()
  .max(200)
  .refine((text) => wordsOf(text).length > 0, "must have a letter or a digit")
  .optional()
  .meta({
    description:
      "Words that must all occur in the topic (its first 1,000 characters), the tags, the participants' names or the id, whatever their case and accents",
  });

export const debateFilter = {
  status: z.enum(STATUSES).optional().meta({ description: "Only debates of this status" }),
  format: FormatName.optional(),
  tag: tags,
  q: words,
  sort: z.enum(["newest", "oldest"]).default("newest").meta({ description: "By creation" }),
};

export const ForkRequest = z
  .strictObject({
    afterRound: z.int().min(0).max(LIMITS.rounds).meta({
      description: "The last round that both share; 0 starts over with the assigned positions",
    }),
    changes: dictionary(z.unknown(), 50).default({}).meta({
      description:
        "A JSON merge patch (RFC 7396) of the original's request. The shared rounds depend on topic, context, format, mode, exhibits, diversity, clarifications, retrieval, and on the participants' id, name, side, position, persona and role: these cannot change, and a list of participants may omit them",
    }),
  })
  .meta({ id: "ForkRequest", description: "Where the fork begins, and what differs" });

export const InterjectionRequest = z
  .strictObject({
    text: z
      .string()
      .max(20_000)
      .refine((text) => text.trim() !== "", "must not be blank")
      .meta({ description: "What the owner says to the participants" }),
    to: z.string().max(32).optional().meta({ description: "The id of the only participant who is shown it" }),
  })
  .meta({ id: "InterjectionRequest", description: "The owner's words to the participants" });

const THIRTY_DAYS = 2_592_000;

export const ShareRequest = z
  .strictObject({ expiresInSeconds: z.int().min(1).max(THIRTY_DAYS).meta({ description: "At most 30 days" }) })
  .meta({ id: "ShareRequest", description: "How long a link lets others read the debate" });
export const CommandRequest = z
  .strictObject({ reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }) })
  .meta({ id: "CommandRequest", description: "May be omitted, with the whole body" });

export const ValidateRequest = z
  .strictObject({
    live: z.boolean().optional().meta({
      description: "True: each model is asked one short question too; left out: as `validate.live` of the request says",
    }),
    reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }),
  })
  .meta({ id: "ValidateRequest", description: "May be omitted, with the whole body" });

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
    items: z.array(Event).meta({ description: "Events in the order of the log" }),
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

export const ModelCalls = z.string().meta({
  id: "ModelCalls",
  description:
    "A line of JSON for each turn that a model said: `debate`, `turn`, `round`, `participant`, `model`, `system`, `messages` (`role`, `content`), `reply`, `inputTokens`, `outputTokens`, `costUsd`, `note`. `system` and `messages` are null when the prompt cannot be rebuilt, `reply` when it is not stored; `note` says why, else it is null",
});

export const Transcript = TranscriptExport.openapi("TranscriptExport");
export const Inspect = InspectLog.openapi("InspectLog");

const CostLine = { usage: Usage, costUsd: Money };
export const CostReport = z
  .object({
    debateId: z.string().meta({ description: "The debate's id" }),
    total: z.object({ ...CostLine, cachedShare: CachedShare }).meta({ description: "The whole debate" }),
    byParticipant: z
      .array(
        z.object({
          participantId: z.string().meta({ description: "The participant's id" }),
          name: z.string().meta({ description: "The participant's name" }),
          model: z.string().meta({ description: "Its model" }),
          ...CostLine,
        }),
      )
      .meta({ description: "By participant" }),
    judge: z
      .object({ model: z.string().meta({ description: "The judge's model" }), ...CostLine })
      .nullable()
      .meta({ description: "The judge; null: the format has none" }),
    summaries: z.object(CostLine).optional().meta({ description: "Summaries of the transcript, for all readers" }),
    byModel: z
      .array(
        z.object({
          model: z.string().meta({ description: "`provider/model`" }),
          ...CostLine,
          cachedShare: CachedShare,
        }),
      )
      .meta({ description: "By model" }),
    byRound: z
      .array(
        z.object({
          round: z.int().nullable().meta({ description: "0: before the first round; null: the conclusion" }),
          ...CostLine,
        }),
      )
      .meta({ description: "By round" }),
    byOutcome: z
      .array(
        z.object({
          outcome: z.enum(["completed", "failed", "unsettled"]).meta({ description: "How the attempts ended" }),
          ...CostLine,
        }),
      )
      .meta({
        description:
          "unsettled: attempts whose end is unknown, charged in full against a limit and part of no other sum",
      }),
  })
  .extend({
    rejudgements: z
      .array(
        z.object({
          id: z.string().meta({ description: "The rejudgement's number in the debate" }),
          model: z.string().meta({ description: "Its judge's model" }),
          ...CostLine,
        }),
      )
      .optional()
      .meta({ description: "Costs of other judges after the end; part of no other sum, and under no limit" }),
  })
  .meta({ id: "CostReport", description: "Usage and costs of the attempts in the log, including failed ones" });
export type CostReport = z.infer<typeof CostReport>;

export const ModelCatalogue = z
  .object({
    defaultModel: z
      .string()
      .nullable()
      .meta({ description: "Speaks where a request names no model; null: there is none" }),
    defaultJudgeModel: z
      .string()
      .nullable()
      .meta({ description: "Judges where a request names no judge; null: there is none" }),
    usual: z
      .object({
        speakers: z.array(z.string()).meta({ description: "The speakers' models, by seat" }),
        judge: z.string().meta({ description: "The judge's model" }),
      })
      .meta({ description: "Whom a debate takes that names no participants and no judge" }),
    providers: z
      .array(
        z.object({
          id: z.string().meta({ description: "The part of a model's name before `/`" }),
          name: z.string().meta({ description: "Its name for people" }),
          keyVariable: z.string().nullable().meta({ description: "The environment variable with its key" }),
          isAuthenticated: z.boolean().meta({ description: "A key is set, or none is needed" }),
          demo: z.boolean().meta({ description: "Its canned replies come from no model" }),
          defaultModel: z.string().nullable().meta({ description: "Its usual model; null: none" }),
          usualModels: z.array(z.string()).meta({ description: "In the order in which a debate takes them" }),
          cheapModel: z.string().nullable().meta({ description: "Whom an audience takes that names none; null: none" }),
          search: z
            .object({ blocks: z.boolean().meta({ description: "It takes `blockedDomains`" }) })
            .nullable()
            .meta({ description: "Its own web search, for `tools`; null: it has none" }),
        }),
      )
      .meta({ description: "All providers, with and without a key" }),
    servers: z
      .array(z.string())
      .meta({ description: "Names of the MCP servers that the operator has configured, for `tools`" }),
    items: z
      .array(
        z.object({
          id: z.string().meta({ description: "`provider/model`" }),
          provider: z.string().meta({ description: "The provider's id" }),
          isAvailable: z.boolean().meta({ description: "Its provider has a key, or needs none" }),
          priceUsdPerMTok: z
            .object({
              input: z.number().meta({ description: "Of input tokens" }),
              cachedInput: z.number().nullable().meta({ description: "Of cached input tokens; null: as `input`" }),
              output: z.number().meta({ description: "Of output tokens" }),
            })
            .nullable()
            .meta({ description: "USD per million tokens; null: unknown" }),
          contextWindow: z.int().nullable().meta({ description: "Tokens" }),
          images: z.boolean().meta({ description: "It takes images" }),
          learnt: z.array(z.string()).meta({
            description:
              "How it is asked or heard otherwise, since its provider refused the usual way: the name of a parameter that is left out, " +
              "`max_tokens`, `system`, `json_schema`, `json_object`, `responses`, `thoughts`. It is kept for 30 days",
          }),
        }),
      )
      .meta({ description: "The known models" }),
  })
  .meta({ id: "ModelCatalogue" });
export type ModelCatalogue = z.infer<typeof ModelCatalogue>;

const FormatField = z
  .object({
    path: z.string().meta({ description: "Where a request has it", examples: ["termination/type"] }),
    kind: z
      .enum(["flag", "choice", "number"])
      .meta({ description: "What a form shows: a switch, a choice or a number" }),
    choices: z.array(z.string()).optional().meta({ description: "The values of a choice" }),
    min: z.number().optional().meta({ description: "The smallest number" }),
    max: z.number().optional().meta({ description: "The largest number" }),
    whole: z.literal(true).optional().meta({ description: "Only whole numbers" }),
    default: z
      .union([z.boolean(), z.number(), z.string()])
      .optional()
      .meta({ description: "The value where a request says nothing" }),
    help: z.string().meta({ description: "What it does, in a sentence" }),
  })
  .meta({ id: "FormatField" });

export const FormatCatalogue = z
  .object({
    items: z
      .array(
        z.object({
          name: FormatName,
          title: z.string().meta({ description: "Its name for people", examples: ["Lincoln–Douglas"] }),
          summary: z.string().meta({ description: "How it runs, in a sentence" }),
          isDefault: z.boolean().meta({ description: "True: the format of requests that name none" }),
          protocol: z.string().meta({ description: "The order of acts that it follows" }),
          participants: z
            .object({ min: z.int().meta({ description: "At least" }), max: z.int().meta({ description: "At most" }) })
            .meta({ description: "How many participants it takes" }),
          rounds: z
            .object({
              min: z.int().meta({ description: "At least" }),
              max: z.int().meta({ description: "At most" }),
              default: z.int().meta({ description: "`maxRounds` where a request for this format gives none" }),
            })
            .meta({ description: "How many rounds it has" }),
          judging: z
            .enum(["every-round", "final-only"])
            .meta({ description: "When the judge is asked, where a request says nothing" }),
          rules: z.string().meta({ description: "As the prompts tell the participants" }),
          hasJudge: z.boolean().meta({ description: "False: nobody judges" }),
          conclusion: z
            .enum(["verdict", "solution", "answer", "plurality", "council"])
            .meta({ description: "The `type` of its results" }),
          mode: z
            .literal("sequential")
            .optional()
            .meta({ description: "The only order within a round; missing: either" }),
          seats: z
            .object({
              field: z.enum(["side", "role"]).meta({ description: "The participant's field" }),
              choices: z.array(z.string()).meta({ description: "Its values" }),
            })
            .nullable()
            .meta({
              description: "What each participant is, and the field that says it; null: nothing needs to be said",
            }),
          hasPositions: z.boolean().meta({ description: "False: participants take no positions" }),
          fields: z.array(FormatField).meta({ description: "Fields of a request that not every format takes" }),
        }),
      )
      .meta({ description: "All formats" }),
  })
  .meta({ id: "FormatCatalogue" });

export const TemplateHits = z
  .object({
    method: z
      .enum(["lexical", "semantic", "chroma"])
      .meta({ description: "How they were found; `lexical` also if the configured search failed" }),
    items: z
      .array(
        z.object({
          id: z.string().meta({ description: "The template's id" }),
          name: z.string().meta({ description: "The template's name" }),
          score: z.number().meta({ description: "Higher is nearer; comparable only within one response" }),
          text: z.string().meta({ description: "How to argue by this pattern" }),
        }),
      )
      .meta({ description: "The nearest first" }),
  })
  .meta({ id: "TemplateHits" });

export const RoleCatalogue = z
  .object({
    items: z
      .array(
        z.object({
          name: z.string().meta({ description: "As requests name it" }),
          title: z.string().meta({ description: "Its name for people" }),
          system: z.string().meta({ description: "Begins the system prompt" }),
          propose: z.string().meta({ description: "Instructions for a proposal" }),
          critique: z.string().meta({ description: "Instructions for a critique" }),
          refine: z.string().meta({ description: "Instructions for a refinement" }),
        }),
      )
      .meta({ description: "All roles" }),
  })
  .meta({ id: "RoleCatalogue" });

export const Alive = z
  .object({
    status: z.literal("alive").meta({ description: "The process answers" }),
    version: z.string().meta({ description: "Parley's version" }),
  })
  .meta({ id: "Alive" });

const reach = z.enum(["ok", "unreachable"]);
export const Readiness = z
  .object({
    status: z.literal("ready").meta({ description: "All that it needs is there" }),
    checks: z
      .object({ temporal: reach.meta({ description: "Temporal" }), dynamodb: reach.meta({ description: "The table" }) })
      .meta({ description: "What it needs" }),
  })
  .meta({ id: "Readiness" });

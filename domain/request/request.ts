/** The fields of a request that creates a debate, as a schema. `checks.ts` finds what no schema can say. */
import { z } from "zod";
import { AnswerForm } from "../answers/form.ts";
import { LONGEST_MODEL_NAME, MODEL_NAME } from "../catalogue/catalogue.ts";
import { ClarificationsRequest } from "../clarifications/questions.ts";
import { PAGES, pageRange } from "../exhibits/pages.ts";
import { policiesSchema } from "../faults/decision.ts";
import { LanguageTag } from "../language/tag.ts";
import { OutputRequest } from "../output/request.ts";
import { MOST_CALLS } from "../schemas/control-arm.ts";
import { Diversity } from "../schemas/positions.ts";
import { withoutInvisible } from "../text/invisible.ts";
import { bytesOf } from "../text/text.ts";
import { toolFields } from "../tools/request.ts";
import { WebhookRequest } from "../webhooks/webhook.ts";
import { dictionary, list, notBlank } from "./bounds.ts";
import { isReservedName } from "./names.ts";
import { DESCRIBED_FIELDS, type DescribedPath, type OwnField } from "./own-fields.ts";

export const LIMITS = {
  participants: 8,
  topic: 20_000,
  background: 400_000,
  rounds: 50,
  roundSeconds: 86_400,
  name: 80,
  text: 20_000,
  exhibits: 50,
  files: 20,
  criteria: 12,
  tags: 20,
  metadata: 100,
  panel: 7,
  voters: 25,
} as const;

/** No Unicode properties: the OpenAPI document contains this pattern, and other languages do not know them. */
const ONE_LINE =
  // oxlint-disable-next-line no-control-regex
  /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069<>]*$/;

const RESERVED = "is a reserved name: choose another";

/** Prompts and reports contain these names, so they have no line breaks, control characters or angle brackets. */
export const label = z
  .string()
  .trim()
  .min(1, "must not be blank")
  .max(LIMITS.name)
  .regex(ONE_LINE, "must have no line breaks, control or bidirectional characters, or angle brackets")
  .refine((name) => name === "" || withoutInvisible(name).trim() !== "", "must have a visible character");

/** Pieces between commas are tags of their own, wherever the request comes from. */
export const Tags = list(z.string().max(LIMITS.tags * LIMITS.name), LIMITS.tags)
  .transform((given) => given.flatMap(tagsIn))
  .pipe(list(label, LIMITS.tags));

/** A text without any is a blank tag, which is refused. */
export function tagsIn(text: string): string[] {
  const tags = text.split(",").filter((piece) => piece.trim() !== "");
  return tags.length === 0 ? [""] : tags;
}

export const ModelName = z
  .string()
  .max(LONGEST_MODEL_NAME)
  .regex(MODEL_NAME, "must be provider/model of letters, digits and . _ - : / @ + ~ #, for example openai/gpt-5.5");

const perMTok = z.number().min(0).max(1_000_000);
const ModelPrice = z
  .strictObject({
    input: perMTok.meta({ description: "Of input tokens" }),
    cachedInput: perMTok
      .optional()
      .meta({ description: "Of input tokens that the provider had cached; as `input` when left out" }),
    output: perMTok.meta({ description: "Of output tokens" }),
  })
  .meta({ id: "ModelPriceGiven", description: "USD per million tokens, in place of the price library's" });
const window = z
  .int()
  .min(1_000)
  .max(100_000_000)
  .meta({ description: "Tokens of the model's context window, where the catalogue is wrong or does not know it" });

const maxOutputTokens = z
  .int()
  .min(16)
  .max(128_000)
  .optional()
  .meta({ description: "The longest reply, in tokens, reasoning included" });
const modelSettings = {
  model: ModelName.meta({ description: "The model, `provider/model`" }),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .meta({ description: "From 0 (always alike) to 2 (very free); the act's usual one when left out" }),
  topP: z.number().gt(0).max(1).optional().meta({
    description:
      "Only tokens of the most likely mass are drawn, above 0 to 1 (all); not sent when left out, nor to Anthropic, whose API has none",
  }),
  maxOutputTokens,
  priceUsdPerMTok: ModelPrice.optional(),
  contextWindow: window.optional(),
  images: z
    .boolean()
    .optional()
    .meta({ description: "Whether the model takes images, where the catalogue is wrong or does not know it" }),
};

const ModelChoice = z
  .union([ModelName, z.strictObject(modelSettings)])
  .meta({ id: "ModelChoice", description: "`provider/model`, alone or with its settings" });

type OwnSchema<P extends DescribedPath> = (typeof DESCRIBED_FIELDS)[P] extends {
  choices: infer C extends readonly string[];
}
  ? z.ZodEnum<{ [Choice in C[number]]: Choice }>
  : (typeof DESCRIBED_FIELDS)[P] extends { kind: "flag" }
    ? z.ZodBoolean
    : z.ZodNumber;

/** The schema of a field that only some protocols take, made from its description. */
function ownField<P extends DescribedPath>(path: P): z.ZodOptional<OwnSchema<P>> {
  const field: OwnField = DESCRIBED_FIELDS[path];
  const { help, of } = field;
  const shown = field.kind === "choice" || field.default === false ? "" : ` (${field.default})`;
  return schemaOf(field)
    .optional()
    .meta({ description: `${of ? `${of}: ` : ""}${help}${shown}` }) as z.ZodOptional<OwnSchema<P>>;
}

function schemaOf(field: OwnField): z.ZodType {
  if (field.kind === "flag") return z.boolean();
  if (field.kind === "choice") return z.enum(field.choices);
  return (field.whole ? z.int() : z.number()).min(field.min).max(field.max);
}

const text = z.string().min(1).max(LIMITS.text);

const promptOrigin = z
  .string()
  .min(1)
  .max(1_000)
  .regex(ONE_LINE, "must be one line without angle brackets")
  .optional()
  .meta({
    description: "Where the system prompt comes from, such as a file's path: `promptSources` names it",
  });

const characters = z.int().min(1).max(1_000_000);

export const ParticipantId = z
  .string()
  .max(32)
  .regex(/^[a-z0-9][a-z0-9-]*$/, "must be lower-case letters, digits and dashes, at most 32")
  .refine((id) => !isReservedName(id), RESERVED);

export const ParticipantRequest = z
  .strictObject({
    enabled: z.boolean().optional().meta({
      description:
        "False: it stays in the request and takes no part, as if it were not there; `p1`, `p2`, … count the others",
    }),
    id: ParticipantId.optional().meta({
      description: "An id of your own for it; `p1`, `p2`, … in the request's order when left out",
    }),
    name: label.meta({ description: "Its name, which the others address it by" }),
    model: ModelChoice,
    side: z
      .enum(["for", "against", "neutral"])
      .optional()
      .meta({ description: "Which side of the motion it argues; needed where a format has sides" }),
    position: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .meta({ description: "What it argues for; its side's, or one that the judge's model finds, when left out" }),
    persona: z.string().min(1).max(2_000).optional().meta({ description: "As whom it argues" }),
    role: label.optional().meta({
      description: "Dialectic: one of `GET /v1/roles`; Proposer–skeptic: proposer, skeptic or synthesizer",
    }),
    instructions: text.optional().meta({ description: "What else it is told to do; the built-in system prompt stays" }),
    systemPrompt: text.optional().meta({ description: "Takes the place of the built-in system prompt" }),
    systemPromptFrom: promptOrigin,
    ...toolFields,
    summaries: z
      .strictObject({
        enabled: z.boolean().optional().meta({ description: "False: this agent's view is never summarised" }),
        threshold: characters.optional().meta({ description: "Characters of its view from which on it is summarised" }),
        maxLength: characters.optional().meta({ description: "Characters of such a summary at most" }),
      })
      .optional()
      .meta({
        description: "Dialectic: whether and when this agent's view is summarised, in place of contextWindow's",
      }),
  })
  .meta({ id: "ParticipantRequest", description: "A speaker of the debate" });

const CriterionRequest = z
  .strictObject({
    // The scores have it as a key.
    name: label
      .regex(/^[^_]/, "must not begin with _")
      .refine((name) => !isReservedName(name), RESERVED)
      .meta({ description: "The criterion's name, by which scores are shown" }),
    weight: z
      .number()
      .positive()
      .max(1_000_000)
      .meta({ description: "Percent, or any positive number: the code normalises them" }),
    description: z
      .string()
      .min(1)
      .max(500)
      .regex(ONE_LINE, "must be one line without angle brackets or bidirectional controls")
      .optional()
      .meta({ description: "What the judge looks for" }),
  })
  .meta({ id: "CriterionRequest", description: "A criterion of your own rubric" });

export const JudgeRequest = z
  .strictObject({
    ...modelSettings,
    systemPrompt: text.optional().meta({ description: "Takes the place of the built-in system prompt" }),
    systemPromptFrom: promptOrigin,
    instructions: text
      .optional()
      .meta({ description: "Added to the judge's prompt: what it should weigh or watch for" }),
    role: label.optional().meta({ description: "Dialectic: one of `GET /v1/roles`" }),
    criteria: list(CriterionRequest, LIMITS.criteria)
      .min(1)
      .optional()
      .meta({ description: "In place of the built-in rubric" }),
    panel: list(ModelName, LIMITS.panel)
      .min(1)
      .optional()
      .meta({ description: "Models that vote on the verdict in the judge's place, each alone" }),
    bothOrders: ownField("judge/bothOrders"),
    requireIndependent: ownField("judge/requireIndependent"),
    ...toolFields,
  })
  .meta({
    id: "JudgeRequest",
    description: "Who judges, and how; the server's default judge when left out",
  });

const controlArm = DESCRIBED_FIELDS.controlArm.help;

const ControlArmRequest = z
  .union([
    z.boolean(),
    z.strictObject({
      calls: z
        .union([z.literal("equal"), z.int().min(1).max(MOST_CALLS)])
        .meta({ description: "`equal`: as many as the debate has turns when it runs to its last round" }),
    }),
  ])
  .meta({ description: controlArm });

const AudienceRequest = z
  .strictObject({
    voters: z.int().min(1).max(LIMITS.voters).default(5).meta({ description: "How many vote" }),
    models: list(ModelName, LIMITS.voters)
      .min(1)
      .optional()
      .meta({ description: "Whose models they are, by turns; the judge's model when left out" }),
  })
  .meta({
    id: "AudienceRequest",
    description:
      "Oxford: voters who vote on the motion before the debate, on topic and background alone, and after it. Left out: the judges vote",
  });

const Termination = z
  .strictObject({
    type: ownField("termination/type").unwrap().meta({ description: DESCRIBED_FIELDS["termination/type"].help }),
    threshold: ownField("termination/threshold"),
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
    summarizerModel: ModelName.optional().meta({
      description: "Who summarises the transcript; the judge's model by default, else that of whoever needs it",
    }),
    agentSummaryThreshold: ownField("contextWindow/agentSummaryThreshold"),
    agentSummaryMaxLength: ownField("contextWindow/agentSummaryMaxLength"),
  })
  .meta({ id: "ContextWindow", description: "What happens when the transcript outgrows a model's window" });

/** Bytes as JSON. The debate's item in DynamoDB contains it, and has 400 KB at most. */
const MOST_METADATA = 32_000;

const Metadata = dictionary(
  z.string().max(2_000),
  LIMITS.metadata,
  z
    .string()
    .max(80)
    .refine((name) => !isReservedName(name), RESERVED),
).refine((map) => bytesOf(JSON.stringify(map)) <= MOST_METADATA, `must have at most ${MOST_METADATA} bytes as JSON`);

export const Topic = notBlank(LIMITS.topic);

const PassageRequest = z
  .strictObject({
    title: label.meta({ description: "The passage's title" }),
    text: notBlank(LIMITS.background).meta({ description: "The passage itself" }),
    source: z
      .string()
      .min(1)
      .max(500)
      .regex(ONE_LINE, "must have no line breaks, control characters or angle brackets")
      .optional()
      .meta({ description: "Where it is from" }),
  })
  .meta({ id: "PassageRequest", description: "A passage that stands in the request" });

const materialId = z.string().min(1).max(100);

const FileExhibitRequest = z
  .strictObject({
    file: materialId.meta({ description: "The file's id", examples: ["file-20261121-051254-7K2M9Q"] }),
    pages: z
      .string()
      .max(20)
      .regex(PAGES, "must be a page or a range of pages, such as 3 or 3-7")
      .refine(
        (pages) => !PAGES.test(pages) || pageRange(pages) !== null,
        "must begin at 1 or later, and not end before",
      )
      .optional()
      .meta({ description: "Pages of it, from 1; left out: the whole file", examples: ["3-7"] }),
  })
  .meta({
    id: "FileExhibitRequest",
    description: "A file that was handed in; each of its passages becomes an exhibit",
  });

const DebateExhibitRequest = z
  .strictObject({
    debate: materialId.meta({ description: "A debate that is over", examples: ["deb-20261121-051254-7K2M9Q"] }),
  })
  .meta({ id: "DebateExhibitRequest", description: "Another debate's conclusion: its answer, support and cruxes" });

const ExhibitRequest = z
  .union([PassageRequest, FileExhibitRequest, DebateExhibitRequest])
  .meta({ id: "ExhibitRequest", description: "Material that turns may cite; numbered E1, E2, … in this order" });

const PricedModel = z.strictObject({
  model: ModelName.meta({ description: "The model, `provider/model`" }),
  priceUsdPerMTok: ModelPrice.optional(),
});

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
  maxRounds: z
    .int()
    .min(1)
    .max(LIMITS.rounds)
    .optional()
    .meta({ description: "The debate ends after this round at the latest; the format's default when left out" }),
  minRounds: z
    .int()
    .min(1)
    .max(LIMITS.rounds)
    .optional()
    .meta({ description: "The debate does not end before this round is over" }),
  mode: ownField("mode"),
  judging: ownField("judging"),
  participants: list(ParticipantRequest, LIMITS.participants).default([]).meta({
    description:
      "Left out: as few as the format takes, on models of different families; Proposer–skeptic adds whoever is left out",
  }),
  judge: JudgeRequest.optional(),
  clarifications: ClarificationsRequest.optional(),
  conclusion: ownField("conclusion"),
  claimChecks: ownField("claimChecks"),
  orderCheck: ownField("orderCheck"),
  controlArm: ControlArmRequest.optional(),
  output: OutputRequest.optional(),
  answers: AnswerForm.optional().meta({ description: "Question: the form of the answers; a text when left out" }),
  peers: ownField("peers"),
  show: ownField("show"),
  anonymous: ownField("anonymous"),
  gate: ownField("gate"),
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
  skipIfUnanimous: ownField("skipIfUnanimous"),
  poll: ownField("poll"),
  stopWhenStable: ownField("stopWhenStable"),
  agreement: z.number().min(0).max(100).optional().meta({
    description:
      "Where positions are open: how readily speakers take over others' conclusions when reasons are balanced, 0 (never) to 100 (always); prompts do not mention it when left out",
  }),
  audience: AudienceRequest.optional(),
  termination: Termination.optional(),
  includeFullHistory: ownField("includeFullHistory"),
  contextWindow: ContextWindow.optional(),
  promptLayout: ownField("promptLayout"),
  earlyStopScore: ownField("earlyStopScore"),
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
      maxOutputTokens,
      ...budgetShape,
    })
    .refine(({ warnAtCostUsd: warn, maxCostUsd: most }) => warn === undefined || most === undefined || warn <= most, {
      path: ["warnAtCostUsd"],
      message: "must not be above maxCostUsd: the warning would never come",
    })
    .optional()
    .meta({ description: "Limits on time, length and cost" }),
  policies: policiesSchema(z.union([ModelName, PricedModel])).optional(),
  tags: Tags.optional().meta({ description: "Labels to list debates by; a comma separates two" }),
  metadata: Metadata.optional().meta({ description: "Your own texts by key; no model reads them" }),
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

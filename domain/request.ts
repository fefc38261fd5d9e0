/** What comes in over HTTP to create a debate, as a schema (spec §2.2a). Its meaning is checked in `config.ts`. */
import { z } from "zod";
import { policiesSchema } from "./decision.ts";
import { ClarificationsRequest } from "./questions.ts";
import { FormatName } from "./schemas/debate.ts";
import { Diversity } from "./schemas/positions.ts";
import { WebhookRequest } from "./webhooks/webhook.ts";

export const LIMITS = {
  participants: 8,
  topic: 20_000,
  background: 400_000,
  rounds: 50,
  name: 80,
  text: 20_000,
  exhibits: 50,
  criteria: 12,
  panel: 7,
} as const;

/** Without Unicode's properties, which other languages' patterns do not know: the API's description has it as it is. */
// oxlint-disable-next-line no-control-regex
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029<>]*$/;

/** No line breaks or other control characters, no angle brackets: names stand in prompts and reports. */
export const label = z
  .string()
  .trim()
  .min(1, "must not be blank")
  .max(LIMITS.name)
  .regex(ONE_LINE, "must have no line breaks, control characters or angle brackets");

export const ModelName = z
  .string()
  .max(200)
  .regex(/^[a-z][a-z0-9-]*\/\S+$/, "must be provider/model, for example openai/gpt-5.5");

const perMTok = z.number().min(0).max(1_000_000);
const ModelPrice = z
  .strictObject({ input: perMTok, cachedInput: perMTok.optional(), output: perMTok })
  .meta({ id: "ModelPriceGiven", description: "USD per million tokens, in place of the price library's" });
const window = z
  .int()
  .min(1_000)
  .max(100_000_000)
  .meta({ description: "Tokens of the model's context window, where the catalogue is wrong or does not know it" });

const ModelChoice = z
  .union([
    ModelName,
    z.strictObject({
      model: ModelName,
      temperature: z.number().min(0).max(2).optional(),
      maxOutputTokens: z.int().min(16).max(128_000).optional(),
      priceUsdPerMTok: ModelPrice.optional(),
      contextWindow: window.optional(),
    }),
  ])
  .meta({ id: "ModelChoice", description: "`provider/model`, alone or with its settings" });

const text = z.string().min(1).max(LIMITS.text);

const characters = z.int().min(1).max(1_000_000);

const ParticipantRequest = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "must be lower-case letters, digits and dashes, at most 32")
      .optional(),
    name: label,
    model: ModelChoice,
    side: z.enum(["for", "against", "neutral"]).optional(),
    position: z.string().min(1).max(2_000).optional(),
    persona: z.string().min(1).max(2_000).optional(),
    role: label.optional().meta({
      description: "Dialectic: one of `GET /v1/roles`; proposer-skeptic: proposer, skeptic or synthesizer",
    }),
    instructions: text.optional(),
    systemPrompt: text.optional(),
    summaries: z
      .strictObject({
        enabled: z.boolean().optional(),
        threshold: characters.optional(),
        maxLength: characters.optional(),
      })
      .optional()
      .meta({
        description: "Dialectic: whether and when this agent's view is summarised, in place of contextWindow's",
      }),
  })
  .meta({ id: "ParticipantRequest" });

const CriterionRequest = z
  .strictObject({
    // A key of the scores: nothing that an object already has.
    name: label.regex(/^[^_]/, "must not begin with _"),
    weight: z
      .number()
      .positive()
      .max(1_000_000)
      .meta({ description: "Percent, or any positive number: the code normalises them" }),
    description: z.string().min(1).max(500).regex(ONE_LINE, "must be one line without angle brackets").optional(),
  })
  .meta({ id: "CriterionRequest" });

export const JudgeRequest = z
  .strictObject({
    model: ModelName,
    temperature: z.number().min(0).max(2).optional(),
    maxOutputTokens: z.int().min(16).max(128_000).optional(),
    priceUsdPerMTok: ModelPrice.optional(),
    contextWindow: window.optional(),
    systemPrompt: text.optional(),
    role: label.optional().meta({ description: "Dialectic: one of `GET /v1/roles`" }),
    criteria: z
      .array(CriterionRequest)
      .min(1)
      .max(LIMITS.criteria)
      .optional()
      .meta({ description: "In place of the built-in rubric" }),
    panel: z
      .array(ModelName)
      .min(1)
      .max(LIMITS.panel)
      .optional()
      .meta({ description: "Models that vote on the verdict in the judge's place, each alone" }),
    bothOrders: z
      .boolean()
      .optional()
      .meta({ description: "Ask for the verdict twice, with labels and roster turned round (true)" }),
    requireIndependent: z
      .boolean()
      .optional()
      .meta({ description: "Refuse a judge that is a debater's model, or of its family" }),
  })
  .meta({ id: "JudgeRequest" });

const Termination = z
  .strictObject({
    type: z.enum(["fixed", "convergence", "quality"]),
    threshold: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: "The judge's confidence, 0–100; 80 by default" }),
  })
  .meta({ id: "Termination", description: "Dialectic: when it ends before maxRounds" });

const ContextWindow = z
  .strictObject({
    strategy: z.enum(["auto", "truncate", "window", "summarize"]).optional().meta({
      description:
        "What happens when a transcript outgrows a model's context window. `auto` (default): from 80 % on it is summarised, or older turns are left out; `truncate`: the newest turns that fit; `window`: the first turn and the newest that fit; `summarize`: as `auto`",
    }),
    summaries: z.boolean().optional().meta({ description: "False: nothing is ever summarised; true by default" }),
    summarizerModel: ModelName.optional().meta({
      description: "Who summarises the transcript; the judge's model by default, else that of whoever needs it",
    }),
    agentSummaryThreshold: characters.optional().meta({
      description: "Dialectic: characters of a view from which on it is summarised (5000)",
    }),
    agentSummaryMaxLength: characters.optional().meta({
      description: "Dialectic: characters of such a summary at most (2500)",
    }),
  })
  .meta({ id: "ContextWindow" });

export const Topic = z
  .string()
  .max(LIMITS.topic)
  .refine((s) => s.trim() !== "", "must not be blank");

const ExhibitRequest = z
  .strictObject({
    title: label,
    text: z.string().refine((s) => s.trim() !== "", "must not be blank"),
    source: z
      .string()
      .min(1)
      .max(500)
      .regex(ONE_LINE, "must have no line breaks, control characters or angle brackets")
      .optional(),
  })
  .meta({ id: "ExhibitRequest", description: "A passage that turns may cite; numbered E1, E2, … in this order" });

const PricedModel = z.strictObject({ model: ModelName, priceUsdPerMTok: ModelPrice.optional() });

const usd = z.number().positive().max(1_000_000);
const budgetShape = {
  warnAtCostUsd: usd.optional().meta({ description: "Once it is spent, the event `cost.warning`" }),
  maxCostUsd: usd.optional().meta({ description: "No call is made that might pass it; see `policies.onCostLimit`" }),
  maxTokens: z.int().positive().max(1_000_000_000).optional().meta({ description: "Input and output together" }),
};

const seconds = z.number().min(1).max(3_600);

export const DebateRequest = z
  .strictObject({
    topic: Topic,
    context: z.string().max(LIMITS.background).optional(),
    format: FormatName.default("free-form"),
    maxRounds: z.int().min(1).max(LIMITS.rounds).optional(),
    minRounds: z.int().min(1).max(LIMITS.rounds).optional(),
    mode: z.enum(["simultaneous", "sequential"]).optional(),
    judging: z.enum(["every-round", "final-only"]).optional(),
    participants: z.array(ParticipantRequest).max(LIMITS.participants).meta({
      description: "proposer-skeptic adds whoever is left out, with the default model",
    }),
    judge: JudgeRequest.optional(),
    clarifications: ClarificationsRequest.optional(),
    controlArm: z.boolean().optional().meta({
      description:
        "Each participant also answers alone before round 1, and the result shows what the debate changed. It costs one more call for each participant and as many more ballots as the verdict takes; an estimate counts them",
    }),
    skipIfUnanimous: z.boolean().optional().meta({
      description:
        "With `controlArm`: the debate ends before round 1 when every ballot finds that all gave the same answer. The result is made from these ballots, so nothing more is spent",
    }),
    termination: Termination.optional(),
    includeFullHistory: z.boolean().optional(),
    contextWindow: ContextWindow.optional(),
    promptLayout: z.enum(["conversation", "shared"]).optional().meta({
      description:
        "`conversation` (default): a speaker's own turns stand as its own; `shared`: one transcript for all, so that a provider's cache serves more where speakers share a model",
    }),
    earlyStopScore: z
      .number()
      .min(0)
      .max(10)
      .optional()
      .meta({ description: "proposer-skeptic: the skeptic's score that lets it end early (8)" }),
    retrieval: z
      .strictObject({ topK: z.int().min(0).max(20).default(3) })
      .optional()
      .meta({
        description: "How many reasoning templates to look up; 3 in proposer-skeptic, else none; 0 turns it off",
      }),
    diversity: Diversity.optional(),
    exhibits: z.array(ExhibitRequest).max(LIMITS.exhibits).optional(),
    roundDelayMs: z.int().min(0).max(3_600_000).optional(),
    limits: z
      .strictObject({
        turnTimeoutSeconds: seconds.optional(),
        judgeTimeoutSeconds: seconds.optional(),
        maxOutputTokens: z.int().min(16).max(128_000).optional(),
        ...budgetShape,
      })
      .refine(({ warnAtCostUsd: warn, maxCostUsd: most }) => warn === undefined || most === undefined || warn <= most, {
        path: ["warnAtCostUsd"],
        message: "must not be above maxCostUsd: the warning would never come",
      })
      .optional(),
    policies: policiesSchema(z.union([ModelName, PricedModel])).optional(),
    tags: z.array(label).max(20).optional(),
    metadata: z.record(z.string().max(80), z.string().max(2_000)).optional(),
    webhook: WebhookRequest.optional(),
    start: z.boolean().optional(),
  })
  .meta({ id: "DebateRequest" });
export type DebateRequest = z.infer<typeof DebateRequest>;

/** Fields of the specification whose feature has not landed: refused at their pointer, never ignored. */
export const NOT_YET: Record<string, readonly string[]> = {
  "/limits": ["roundTimeoutSeconds"],
  "/participants/*": ["enabled"],
};

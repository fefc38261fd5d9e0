/** What comes in over HTTP to create a debate, as a schema (spec §2.2a). Its meaning is checked in `config.ts`. */
import { z } from "zod";
import { policiesSchema } from "./decision.ts";
import { ClarificationsRequest } from "./questions.ts";
import { Diversity, FormatName } from "./schemas.ts";
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

const ModelChoice = z
  .union([
    ModelName,
    z.strictObject({
      model: ModelName,
      temperature: z.number().min(0).max(2).optional(),
      maxOutputTokens: z.int().min(16).max(128_000).optional(),
    }),
  ])
  .meta({ id: "ModelChoice", description: "`provider/model`, alone or with its settings" });

const text = z.string().min(1).max(LIMITS.text);

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

const JudgeRequest = z
  .strictObject({
    model: ModelName,
    temperature: z.number().min(0).max(2).optional(),
    maxOutputTokens: z.int().min(16).max(128_000).optional(),
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
    agentSummaryThreshold: z.int().min(1).max(1_000_000).optional(),
    agentSummaryMaxLength: z.int().min(1).max(1_000_000).optional(),
  })
  .meta({ id: "ContextWindow", description: "Dialectic: characters of a view that is summarised, and of its summary" });

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
    termination: Termination.optional(),
    includeFullHistory: z.boolean().optional(),
    contextWindow: ContextWindow.optional(),
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
      })
      .optional(),
    policies: policiesSchema(ModelName).optional(),
    tags: z.array(label).max(20).optional(),
    metadata: z.record(z.string().max(80), z.string().max(2_000)).optional(),
    webhook: WebhookRequest.optional(),
    start: z.boolean().optional(),
  })
  .meta({ id: "DebateRequest" });
export type DebateRequest = z.infer<typeof DebateRequest>;

/** Fields of the specification whose feature has not landed: refused at their pointer, never ignored. */
export const NOT_YET: Record<string, readonly string[]> = {
  "": ["promptLayout", "controlArm", "skipIfUnanimous"],
  "/limits": ["roundTimeoutSeconds", "warnAtCostUsd", "maxCostUsd", "maxTokens"],
  "/contextWindow": ["strategy", "summaries", "summarizerModel"],
  "/participants/*": ["enabled"],
  "/policies": ["onCostLimit"],
};

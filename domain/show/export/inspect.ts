/**
 * A debate as a log of Inspect AI (EvalLog, version 2): one sample, whose messages are the turns. Field names are
 * Inspect's. `npm run contract` opens such a log with the package `inspect_ai`.
 */
import { z } from "zod";
import type { Status } from "../../shapes/lifecycle.shape.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import { resultText } from "../../shapes/schemas/result-text.ts";
import type { Usage } from "../../shapes/schemas/spend.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";
import type { TranscriptExport } from "./transcript.export.ts";

const text = (description: string) => z.string().meta({ description });
const whole = (description: string) => z.int().min(0).meta({ description });
const open = (description: string) => z.record(z.string(), z.unknown()).meta({ description });

const ModelUsage = z
  .object({
    input_tokens: whole("Input tokens that were not cached"),
    output_tokens: whole("Output tokens, reasoning included"),
    total_tokens: whole("All of them"),
    input_tokens_cache_read: whole("Input tokens that the provider had cached"),
    reasoning_tokens: whole("Output tokens that the model spent on reasoning"),
    total_cost: z.number().nullable().meta({ description: "USD; null when a price is unknown" }),
  })
  .meta({ id: "InspectUsage", description: "Tokens of a model, as Inspect counts them" });
type ModelUsage = z.infer<typeof ModelUsage>;

const usageBy = (description: string) => z.record(z.string(), ModelUsage).meta({ description });

const Message = z
  .object({
    id: text("The turn's id; `input` for the topic"),
    role: z.enum(["user", "assistant"]).meta({ description: "`user`: the topic, and the owner's interjections" }),
    content: text("What was said"),
    source: z.enum(["input", "generate", "operator"]).meta({ description: "`generate`: a model said it" }),
    model: text("The model that spoke").optional(),
    metadata: open("The speaker, the round and the kind of turn").optional(),
  })
  .meta({ id: "InspectMessage", description: "A turn as a message" });
type Message = z.infer<typeof Message>;

const Score = z
  .object({
    value: z
      .union([z.number(), z.record(z.string(), z.number())])
      .meta({ description: "The score; of a verdict the scores by participant id" }),
    answer: z.string().nullable().meta({ description: "The winner: a participant's id or a side; null: nobody" }),
    explanation: z.string().nullable().meta({ description: "The judge's reasoning" }),
    metadata: open("The ballots, and whether they contest the result"),
  })
  .meta({ id: "InspectScore", description: "What was ruled" });
type Score = z.infer<typeof Score>;

const Output = z
  .object({
    model: text("The model that wrote the result"),
    choices: z
      .array(
        z.object({
          message: z
            .object({
              role: z.literal("assistant").meta({ description: "A model wrote it" }),
              content: text("The debate's answer: its conclusion's, else the result's text"),
              source: z.literal("generate").meta({ description: "A model wrote it" }),
            })
            .meta({ description: "The result" }),
          stop_reason: z.literal("stop").meta({ description: "It is whole" }),
        }),
      )
      .meta({ description: "One; none without a result" }),
    completion: text("The same text; empty without a result"),
  })
  .meta({ description: "The debate's result" });

const Sample = z
  .object({
    id: text("The debate's id"),
    epoch: whole("1"),
    input: text("The topic, and the context below it"),
    target: text("Empty: a debate has no known answer"),
    messages: z.array(Message).meta({ description: "The topic, then all turns in their order" }),
    output: Output,
    scores: z.record(z.string(), Score).meta({
      description: "`verdict` and `quality` of a verdict, `confidence` of a solution, `skeptic` of an answer",
    }),
    metadata: open("The debate's participants, format and result; `imported` if it did not run here"),
    model_usage: usageBy("Of the turns, by model"),
    role_usage: usageBy("Of all calls, by participant id, and `judge`"),
    started_at: text("ISO 8601").nullable(),
    completed_at: text("ISO 8601").nullable(),
    total_time: z.number().nullable().meta({ description: "Seconds from start to end" }),
    working_time: z.number().nullable().meta({ description: "Seconds in which at least one model was at work" }),
  })
  .meta({ id: "InspectSample", description: "The debate as a sample" });

const Eval = z
  .object({
    eval_id: text("The debate's id"),
    run_id: text("The debate's id"),
    task_id: text("The debate's id"),
    created: text("When the debate was created, ISO 8601"),
    task: text("`parley/` and the format"),
    task_version: whole("The version of this mapping"),
    dataset: z
      .object({
        name: text("`debate`"),
        samples: whole("1"),
        sample_ids: z.array(z.string()).meta({ description: "The debate's id" }),
        shuffled: z.boolean().meta({ description: "False" }),
      })
      .meta({ description: "The one sample" }),
    model: text("The participants' model; `none/none` where they differ"),
    model_roles: z
      .record(z.string(), z.object({ model: text("`provider/model`") }))
      .meta({ description: "Models by participant id, and `judge`" }),
    config: z.object({ epochs: whole("1") }).meta({ description: "Inspect's settings" }),
    tags: z.array(z.string()).meta({ description: "The debate's tags" }),
    metadata: open("The debate's metadata"),
  })
  .meta({ description: "What was run" });

const Metric = z.object({ name: text("Its name"), value: z.number().meta({ description: "Its value" }) });

export const InspectLog = z
  .object({
    version: z.literal(2).meta({ description: "Of Inspect's format" }),
    status: z
      .enum(["started", "success", "cancelled", "error"])
      .meta({ description: "`started`: the debate is not over" }),
    eval: Eval,
    plan: z
      .object({
        name: text("`debate`"),
        steps: z
          .array(z.object({ solver: text("`parley/` and the format"), params: open("Mode and rounds") }))
          .meta({ description: "One: the debate" }),
      })
      .meta({ description: "How it was run" }),
    results: z
      .object({
        total_samples: whole("1"),
        completed_samples: whole("1 when the debate is completed"),
        scores: z
          .array(
            z.object({
              name: text("As in the sample"),
              scorer: text("`parley/` and the kind of result"),
              metrics: z.record(z.string(), Metric).meta({ description: "Numbers by name" }),
            }),
          )
          .meta({ description: "The sample's scores as numbers" }),
      })
      .meta({ description: "The sample's scores" }),
    stats: z
      .object({
        started_at: text("ISO 8601; empty: not yet"),
        completed_at: text("ISO 8601; empty: not yet"),
        model_usage: usageBy("As in the sample"),
        role_usage: usageBy("As in the sample"),
      })
      .meta({ description: "Times and tokens" }),
    error: z
      .object({
        message: text("What went wrong"),
        traceback: text("Empty"),
        traceback_ansi: text("Empty"),
      })
      .optional()
      .meta({ description: "The fault that stopped the debate" }),
    samples: z.array(Sample).meta({ description: "One: the debate" }),
  })
  .meta({ id: "InspectLog", description: "A debate as a log of Inspect AI: EvalLog, version 2" });
export type InspectLog = z.infer<typeof InspectLog>;

const OVER: Partial<Record<Status, InspectLog["status"]>> = {
  completed: "success",
  cancelled: "cancelled",
  failed: "error",
  error: "error",
};

export function inspectLog(shown: TranscriptExport): InspectLog {
  const { debate, result } = shown;
  const { id, format, mode, maxRounds, minRounds, error } = debate;
  const status = OVER[debate.status] ?? "started";
  const sample = sampleOf(shown);
  const { model_usage, role_usage, scores } = sample;
  const scorer = `parley/${result?.type ?? "none"}`;
  return {
    version: 2,
    status,
    eval: evalOf(debate),
    plan: { name: "debate", steps: [{ solver: `parley/${format}`, params: { mode, minRounds, maxRounds } }] },
    results: {
      total_samples: 1,
      completed_samples: status === "success" ? 1 : 0,
      scores: Object.entries(scores).map(([name, { value }]) => ({ name, scorer, metrics: metricsOf(value) })),
    },
    stats: {
      started_at: debate.startedAt ?? "",
      completed_at: debate.completedAt ?? "",
      model_usage,
      role_usage,
    },
    // Inspect expects an error of every log with this status.
    ...(status === "error" && {
      error: { message: error?.message ?? `The debate ${id} failed.`, traceback: "", traceback_ansi: "" },
    }),
    samples: [sample],
  };
}

function evalOf({ id, createdAt, format, participants, judge, tags, metadata }: Debate): InspectLog["eval"] {
  const roles = [...participants.map((p) => [p.id, p.model] as const), ...(judge ? [["judge", judge.model]] : [])];
  const [model = "none/none", ...others] = new Set(participants.map((p) => p.model));
  return {
    eval_id: id,
    run_id: id,
    task_id: id,
    created: createdAt,
    task: `parley/${format}`,
    task_version: 1,
    dataset: { name: "debate", samples: 1, sample_ids: [id], shuffled: false },
    model: others.length > 0 ? "none/none" : model,
    model_roles: Object.fromEntries(roles.map(([role, name]) => [role, { model: name }])) as Record<
      string,
      { model: string }
    >,
    config: { epochs: 1 },
    tags,
    metadata,
  };
}

function sampleOf({ debate, turns, result, trace }: TranscriptExport): InspectLog["samples"][number] {
  const { id, topic, context, format, participants, judge } = debate;
  const input = context ? `${topic}\n\n${context}` : topic;
  const about = participants.map(({ id: participant, name, model, side, position, role }) => {
    return { id: participant, name, model, position, ...(side && { side }), ...(role && { role }) };
  });
  return {
    id,
    epoch: 1,
    input,
    target: "",
    messages: [{ id: "input", role: "user", content: input, source: "input" }, ...turns.map(messageOf)],
    output: outputOf(result, judge?.model ?? "none/none"),
    scores: result ? scoresOf(result) : {},
    metadata: {
      ...(debate.imported && { imported: debate.imported }),
      format,
      participants: about,
      status: debate.status,
      rounds: debate.round,
    },
    model_usage: usageOfTurns(turns),
    role_usage: Object.fromEntries([
      ...participants.map((p) => [p.id, usageOf(p)]),
      ...(judge ? [["judge", usageOf(judge)]] : []),
    ]) as Record<string, ModelUsage>,
    started_at: debate.startedAt,
    completed_at: debate.completedAt,
    total_time: trace.timing.totalMs === null ? null : trace.timing.totalMs / 1000,
    working_time: trace.timing.totalMs === null ? null : trace.timing.modelMs / 1000,
  };
}

function messageOf(turn: Turn): Message {
  const { id, text: content, participantId, participant, round, index, phase, targetId, to, model } = turn;
  const about = { participantId, participant, round, index, phase, ...(targetId && { targetId }), ...(to && { to }) };
  if (!isSpoken(turn)) return { id, role: "user", content, source: "operator", metadata: about };
  return { id, role: "assistant", content, source: "generate", model, metadata: about };
}

function outputOf(result: Result | null, judge: string): z.infer<typeof Output> {
  const answer = result && (result.conclusion?.answer.text ?? resultText(result));
  if (answer === null) return { model: judge, choices: [], completion: "" };
  const message = { role: "assistant" as const, content: answer, source: "generate" as const };
  return { model: judge, choices: [{ message, stop_reason: "stop" }], completion: answer };
}

function scoresOf(result: Result): Record<string, Score> {
  const { contested, endedBy, ballots } = result;
  const votes = ballots.map(({ id, judge, order, winner, scores, valid }) => {
    return { id, judge, order, winner, scores, valid };
  });
  const metadata = { contested, endedBy, ballots: votes };
  if (result.type === "verdict") {
    const { winner, scores, reasoning, qualityScore } = result.verdict;
    const answer = winner?.participant ?? winner?.side ?? null;
    return {
      verdict: { value: scores, answer, explanation: winner?.reasoning ?? reasoning, metadata },
      quality: { value: qualityScore, answer: null, explanation: null, metadata: {} },
    };
  }
  if (result.type === "solution")
    return { confidence: { value: result.solution.confidence, answer: null, explanation: null, metadata } };
  if (result.type === "plurality") {
    const { answer, share, expected } = result.plurality;
    const right = expected && {
      right: { value: Number(expected.right === true), answer, explanation: null, metadata },
    };
    return { plurality: { value: share ?? 0, answer, explanation: null, metadata }, ...right };
  }
  if (result.type === "answer" && result.answer.score !== null)
    return { skeptic: { value: result.answer.score, answer: null, explanation: null, metadata } };
  return {};
}

function metricsOf(value: Score["value"]): Record<string, z.infer<typeof Metric>> {
  const entries = Object.entries(typeof value === "number" ? { mean: value } : value);
  return Object.fromEntries(entries.map(([name, score]) => [name, { name, value: score }]));
}

interface Spent {
  usage: Usage;
  costUsd: number | null;
}

function usageOf({ usage, costUsd }: Spent): ModelUsage {
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens } = usage;
  return {
    input_tokens: Math.max(0, inputTokens - cachedInputTokens),
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_tokens_cache_read: cachedInputTokens,
    reasoning_tokens: reasoningTokens,
    total_cost: costUsd,
  };
}

function usageOfTurns(turns: Turn[]): Record<string, ModelUsage> {
  const sums = new Map<string, ModelUsage>();
  for (const turn of turns.filter(isSpoken)) {
    const own = usageOf(turn);
    const before = sums.get(turn.model);
    sums.set(turn.model, before ? added(before, own) : own);
  }
  return Object.fromEntries(sums);
}

function added(a: ModelUsage, b: ModelUsage): ModelUsage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    total_tokens: a.total_tokens + b.total_tokens,
    input_tokens_cache_read: a.input_tokens_cache_read + b.input_tokens_cache_read,
    reasoning_tokens: a.reasoning_tokens + b.reasoning_tokens,
    total_cost: a.total_cost === null || b.total_cost === null ? null : a.total_cost + b.total_cost,
  };
}

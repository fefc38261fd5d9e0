/** Usage and cost of model calls. */
import { z } from "zod";
import { line } from "./bounds.ts";

export const Money = z.number().nullable().meta({ description: "USD; null when a price is unknown" });

export const timestamp = line.meta({ description: "ISO 8601, UTC", examples: ["2026-11-21T05:12:54.000Z"] });

const Uncounted = z.object({ tokens: z.int().min(0).meta({ description: "Tokens, at most" }), costUsd: Money }).meta({
  description:
    "Only where a provider did not report all tokens of a call: what it may have taken beyond the counts, by Parley's own count, upwards",
});

export const Usage = z
  .object({
    inputTokens: z.int().min(0).meta({ description: "All input tokens, cached ones included" }),
    cachedInputTokens: z.int().min(0).meta({ description: "Input tokens that the provider had cached" }),
    outputTokens: z.int().min(0).meta({ description: "All output tokens, reasoning included" }),
    reasoningTokens: z.int().min(0).meta({ description: "Output tokens that the model spent on reasoning" }),
    calls: z.int().min(0).meta({ description: "Model calls, failed and repeated ones included" }),
    uncounted: Uncounted.optional(),
  })
  .meta({ id: "Usage", description: "Tokens and calls of models" });
export type Usage = z.infer<typeof Usage>;

export const CachedShare = z.number().min(0).max(1).nullable().meta({
  description: "Of the input tokens, the share that providers had cached, by their own count; null: no input yet",
});

/** Fields of every record that a model call produced. `latencyMs` is from the request to the last token. */
export const billed = {
  usage: Usage,
  costUsd: Money,
  latencyMs: z.int().meta({ description: "From the request to the last token, milliseconds" }),
  attempt: z.int().meta({ description: "The attempt that succeeded, from 1" }),
  at: timestamp,
};

/** What the act costs, and when it was done. */
export type Bill = z.infer<z.ZodObject<typeof billed>>;

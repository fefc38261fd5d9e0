/** What calls cost, from a kept price library. A model that it does not know has no price, never a price of 0. */
import { calcPrice, findProvider, type PriceCalculation } from "@pydantic/genai-prices";
import { costBy } from "../../domain/budget/price.ts";
import type { ModelPrice } from "../../domain/catalogue.ts";
import type { Spend } from "../../domain/debate-state.ts";
import type { ModelRef } from "../../domain/plan.ts";
import { type ProviderRow, providerRow } from "./providers.ts";

/** Tokens of one call. `input` holds the cached and the cache-writing ones, `output` the reasoning ones. */
export interface TokenUsage {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
}

const MICRO = 1_000_000;
const FREE: ModelPrice = { input: 0, cachedInput: 0, output: 0 };
/** Nominal: canned replies have no window. */
const DEMO_WINDOW = 128_000;

/** Integer micro-dollars, rounded up; null when the model is not priced. */
export function costMicroUsd(ref: ModelRef, usage: TokenUsage): number | null {
  if (ref.priceUsdPerMTok) return costBy(ref.priceUsdPerMTok, usage);
  if (providerRow(ref.provider)?.demo) return 0;
  const cacheRead = Math.min(usage.cachedInput, usage.input);
  const priced = lookUp(ref, {
    input_tokens: usage.input,
    cache_read_tokens: cacheRead,
    cache_write_tokens: Math.min(usage.cacheWrite, usage.input - cacheRead),
    output_tokens: usage.output,
  });
  // A sum of floats may end a hair above the whole number that it means.
  return priced && Math.ceil(Number((priced.total_price * MICRO).toFixed(6)));
}

/** What a call came to. Without usage nothing of it is known, so that a whole reply has no known cost. */
export function spendOfCall(ref: ModelRef, usage: TokenUsage | null): Spend {
  const demo = (providerRow(ref.provider)?.demo ?? false) && !ref.priceUsdPerMTok;
  if (!usage) return { ...NOTHING, calls: 1, costMicroUsd: demo ? 0 : null };
  return {
    inputTokens: usage.input,
    cachedInputTokens: usage.cachedInput,
    outputTokens: usage.output,
    reasoningTokens: usage.reasoning,
    calls: 1,
    costMicroUsd: costMicroUsd(ref, usage),
  };
}

/** What is known of a failed call's cost: what the provider said before the fault, else nothing. */
export function spendOfFault(ref: ModelRef, usage: TokenUsage | null): Spend {
  return usage ? spendOfCall(ref, usage) : { ...NOTHING, calls: 1, costMicroUsd: 0 };
}

const NOTHING = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };

/** The base tier, in USD per million tokens, and the window in tokens. */
export function priceAndWindow(ref: ModelRef): { price: ModelPrice | null; contextWindow: number | null } {
  if (providerRow(ref.provider)?.demo) return { price: ref.priceUsdPerMTok ?? FREE, contextWindow: DEMO_WINDOW };
  const found = lookUp(ref, { input_tokens: 1, output_tokens: 1 });
  return {
    price: ref.priceUsdPerMTok ?? (found && priceOf(found)),
    contextWindow: found?.model.context_window ?? null,
  };
}

function priceOf({ model_price }: PriceCalculation): ModelPrice | null {
  const base = (unit: string): number | null => {
    const price = model_price[unit];
    return typeof price === "object" ? price.base : (price ?? null);
  };
  const [input, output] = [base("input_mtok"), base("output_mtok")];
  if (input === null || output === null) return null;
  return { input, cachedInput: base("cache_read_mtok"), output };
}

function lookUp(ref: ModelRef, usage: Record<string, number>): PriceCalculation | null {
  const priceId = providerRow(ref.provider)?.priceId;
  return priceId ? calcPrice(usage, ref.model, { providerId: priceId }) : null;
}

const NOT_FOR_TEXT = /embed|image|audio|tts|realtime|transcribe|whisper|moderation|ocr|live|voxtral|computer-use/;

/** The provider's own names of the text models that the library knows with a price and a window. */
export function knownModels(row: ProviderRow): string[] {
  if (row.demo) return ["debater", "judge"];
  const listed = row.priceId ? (findProvider({ providerId: row.priceId })?.models ?? []) : [];
  return listed
    .filter((model) => !model.deprecated && model.context_window !== undefined)
    .map((model) => model.id)
    .filter((id) => !NOT_FOR_TEXT.test(id) && (row.serves?.test(id) ?? true))
    .filter((model) => priceAndWindow({ provider: row.id, model }).price !== null);
}

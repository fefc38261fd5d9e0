/** Prices of calls, from a maintained library. An unknown model has no price, never 0. */
import { calcPrice, findProvider, type PriceCalculation, type Provider } from "@pydantic/genai-prices";
import { LRUCache } from "lru-cache";
import { costBy } from "../../../domain/play/budget/price.ts";
import type { ModelPrice, ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import { amountOf, countOf } from "../../../domain/shapes/numbers.shape.ts";
import { type ProviderRow, providerRow } from "../base/providers.ts";
import type { TokenUsage } from "../base/usage.model.ts";

const MICRO = 1_000_000;
const FREE: ModelPrice = { input: 0, cachedInput: 0, output: 0 };
/** Nominal: canned replies have no window. */
const DEMO_WINDOW = 128_000;

/** Integer micro-dollars, rounded up; null if the model has no price. */
export function costMicroUsd(ref: ModelRef, usage: TokenUsage): number | null {
  if (ref.priceUsdPerMTok) return costBy(ref.priceUsdPerMTok, usage) + searchesMicroUsd(ref, usage);
  if (providerRow(ref.provider)?.demo) return 0;
  const cacheRead = Math.min(usage.cachedInput, usage.input);
  const priced = lookUp(ref, {
    input_tokens: usage.input,
    cache_read_tokens: cacheRead,
    cache_write_tokens: Math.min(usage.cacheWrite, usage.input - cacheRead),
    output_tokens: usage.output,
    ...(usage.searches && { web_searches: usage.searches }),
  });
  // Float sums may exceed the exact whole number slightly.
  return priced && microOf(priced.total_price);
}

/** Of embedding so many tokens; as above. A provider that takes no key bills nobody. */
export function embeddingMicroUsd(ref: ModelRef, tokens: number): number | null {
  if (!ref.priceUsdPerMTok && providerRow(ref.provider)?.key === "none") return 0;
  return costMicroUsd(ref, { input: tokens, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 });
}

/** null: the library's figure is no price. */
function microOf(usd: unknown): number | null {
  const micro = (amountOf(usd) ?? Number.NaN) * MICRO;
  return countOf(Math.ceil(Number(micro.toFixed(6))));
}

/** What all providers with a search of their own take for a thousand: the price where the library has none. */
const USD_PER_1000_SEARCHES = 10;

/** An owner's price is of tokens only, so searches cost what they usually cost. */
function searchesMicroUsd(ref: ModelRef, { searches = 0 }: TokenUsage): number {
  if (searches === 0) return 0;
  const priced = lookUp(ref, { input_tokens: 0, output_tokens: 0, web_searches: searches });
  return (priced && microOf(priced.total_price)) ?? Math.ceil(searches * (USD_PER_1000_SEARCHES / 1000) * MICRO);
}

/** Base price in USD per million tokens, and the window in tokens. */
export function priceAndWindow(ref: ModelRef): { price: ModelPrice | null; contextWindow: number | null } {
  if (providerRow(ref.provider)?.demo) return { price: ref.priceUsdPerMTok ?? FREE, contextWindow: DEMO_WINDOW };
  const found = lookUp(ref, { input_tokens: 1, output_tokens: 1 });
  return {
    price: ref.priceUsdPerMTok ?? (found && priceOf(found)),
    contextWindow: countOf(found?.model.context_window) || null,
  };
}

function priceOf({ model_price }: PriceCalculation): ModelPrice | null {
  const base = (unit: string): number | null => {
    const price = model_price[unit];
    return amountOf(typeof price === "object" ? price.base : price);
  };
  const [input, output] = [base("input_mtok"), base("output_mtok")];
  if (input === null || output === null) return null;
  return { input, cachedInput: base("cache_read_mtok"), output };
}

/** Each model's provider with that model alone: the library tries one rule after the other on a model's name. */
const known = new LRUCache<string, Provider>({ max: 1_000 });

function lookUp(ref: ModelRef, usage: Record<string, number>): PriceCalculation | null {
  const priceId = providerRow(ref.provider)?.priceId;
  if (!priceId) return null;
  const name = `${priceId}/${ref.model}`;
  const provider = known.get(name);
  try {
    const found = calcPrice(usage, ref.model, provider ? { provider } : { providerId: priceId });
    if (found && !provider) known.set(name, { ...found.provider, models: [found.model] });
    return found;
  } catch {
    // The library refuses counts that do not go together. A reply that is there has no price then.
    return null;
  }
}

const NOT_FOR_TEXT = /embed|image|audio|tts|realtime|transcribe|whisper|moderation|ocr|live|voxtral|computer-use/;

/** Text models of the provider that the library knows with a price and a window. */
export function knownModels(row: ProviderRow): string[] {
  if (row.demo) return ["debater", "judge"];
  const listed = row.priceId ? (findProvider({ providerId: row.priceId })?.models ?? []) : [];
  return listed
    .filter((model) => !model.deprecated && model.context_window !== undefined)
    .map((model) => model.id)
    .filter((id) => !NOT_FOR_TEXT.test(id) && (row.serves?.test(id) ?? true))
    .filter((model) => priceAndWindow({ provider: row.id, model }).price !== null);
}

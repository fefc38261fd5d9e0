/** What the domain and the API need to know of providers and models. Filled by `activities/models/catalogue.ts`. */
import type { ModelRef } from "./plan.ts";

export interface ProviderInfo {
  id: string;
  name: string;
  /** The variable that holds the key; null when the provider needs none. */
  keyVariable: string | null;
  /** A key is set, or none is needed. */
  isAuthenticated: boolean;
  /** Its canned replies come from no model. */
  demo: boolean;
  /** `provider/model`. */
  defaultModel: string | null;
}

/** USD per million tokens. */
export interface ModelPrice {
  input: number;
  cachedInput: number | null;
  output: number;
}

export interface ModelInfo {
  /** `provider/model`. */
  id: string;
  provider: string;
  /** null when the price library does not know the model. */
  priceUsdPerMTok: ModelPrice | null;
  /** Tokens; null when unknown. */
  contextWindow: number | null;
}

/** Tokens of one call; `input` holds the cached and the cache-writing ones. */
export interface CallTokens {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
}

export interface Catalogue {
  providers(): ProviderInfo[];
  provider(id: string): ProviderInfo | undefined;
  /** Any model name is accepted; an unknown one has price and window null. */
  model(ref: ModelRef): ModelInfo;
  /** Integer micro-dollars, by the price of such a call's size; null when the model is not priced. */
  costMicroUsd(ref: ModelRef, tokens: CallTokens): number | null;
  /** The known models of the providers, for `GET /v1/models`. */
  models(): ModelInfo[];
  /** `DEFAULT_MODEL`, else the default of the first provider with a key, else null (§1.4). */
  defaultModel(): string | null;
  /** `DEFAULT_JUDGE_MODEL`, else as above. */
  defaultJudgeModel(): string | null;
}

/** `provider/model` → its parts; the model may hold further slashes. null when there is no slash or a part is empty. */
export function parseModel(id: string): ModelRef | null {
  const slash = id.indexOf("/");
  if (slash < 1 || slash === id.length - 1) return null;
  return { provider: id.slice(0, slash), model: id.slice(slash + 1) };
}

/** `provider/model`; blank for a draft's participant without a model. */
export function modelId(ref: ModelRef): string {
  if (ref.provider === "") return "";
  return `${ref.provider}/${ref.model}`;
}

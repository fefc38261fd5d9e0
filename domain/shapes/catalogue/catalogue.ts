/** Providers and models, as the domain and the API see them. `activities/models/catalogue.model.ts` fills it. */
import type { ModelPrice, ModelRef } from "./model-ref.ts";

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
  /** `provider/model`, the default first: whom a debate takes that names none. */
  usualModels: string[];
  /** `provider/model`: whom an audience takes that names none; null: none is known. */
  cheapModel: string | null;
  /** Its own web search; null: it has none. */
  search: { blocks: boolean } | null;
}

export interface ModelInfo {
  /** `provider/model`. */
  id: string;
  provider: string;
  /** null when the price library does not know the model. */
  priceUsdPerMTok: ModelPrice | null;
  /** Tokens; null when unknown. */
  contextWindow: number | null;
  /** It takes images. */
  images: boolean;
}

/** Tokens of one call; `input` holds the cached and the cache-writing ones. */
export interface CallTokens {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  /** Of the provider's own web. */
  searches?: number;
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
  /**
   * `DEFAULT_MODEL` and `DEFAULT_JUDGE_MODEL`, where the operator chose them, and `DEFAULT_PANEL`: how many judges there may be
   * where a request names none.
   */
  chosen(): { model: string | null; judge: string | null; panel: number };
  /** Names of the MCP servers that the operator has configured. */
  servers(): string[];
  /** `DEFAULT_MODEL`, else the default of the first provider with a key, else null. */
  defaultModel(): string | null;
  /** `DEFAULT_JUDGE_MODEL`, else as above. */
  defaultJudgeModel(): string | null;
}

/** Characters in providers' names, such as OpenRouter's `:free` and `~anthropic/…`, Vertex's `@`, Fireworks' `#`. */
export const MODEL_NAME = /^[a-z][a-z0-9-]*\/[A-Za-z0-9._:@/+~#-]+$/;
/** Characters. */
export const LONGEST_MODEL_NAME = 200;

export function isModelName(id: string): boolean {
  return id.length <= LONGEST_MODEL_NAME && MODEL_NAME.test(id);
}

/**
 * Splits `provider/model` at the first slash. null when there is no slash or a part is empty.
 *
 * @example
 * parseModel("openrouter/qwen/qwen3") // → { provider: "openrouter", model: "qwen/qwen3" }
 * parseModel("gpt-5.5") // → null
 */
export function parseModel(id: string): ModelRef | null {
  const slash = id.indexOf("/");
  if (slash < 1 || slash === id.length - 1) return null;
  return { provider: id.slice(0, slash), model: id.slice(slash + 1) };
}

/**
 * `provider/model`; blank for a draft's participant without a model.
 *
 * @example
 * modelId({ provider: "openai", model: "gpt-5.5" }) // → "openai/gpt-5.5"
 */
export function modelId(ref: ModelRef): string {
  if (ref.provider === "") return "";
  return `${ref.provider}/${ref.model}`;
}

/**
 * A provider is a row in a table: where it is, which variable holds its key, which API it speaks and where it differs.
 * The order of the rows is the order in which defaults are looked for (spec §1.4, §4.4).
 */
import type { ModelRef } from "../../domain/plan.ts";

export interface ProviderSettings {
  apiKey?: string;
  baseUrl?: string;
  /** Requests a second, over all workers. */
  maxRps?: number;
}

export type Api = "responses" | "chat" | "anthropic";

/** Whether calls need a key (`required`), may have one (`optional`) or never have one (`none`). */
type KeyRule = "required" | "optional" | "none";

export interface ProviderRow {
  id: string;
  name: string;
  /** null: it has to be configured. */
  baseUrl: string | null;
  key: KeyRule;
  api: Api;
  /** The provider's own name of the model; null when none can be known beforehand. */
  defaultModel: string | null;
  /** What the price library calls the provider; null when it does not know it. */
  priceId: string | null;
  /** Its replies are canned and free. */
  demo?: boolean;
  /** Of the models that the price library lists, those this endpoint serves. */
  serves?: RegExp;
  /** Its API has no such parameter, for no model. */
  omits?: readonly OptionalParameter[];
  /** What Chat Completions calls the limit of the output. */
  maxTokensName?: "max_tokens" | "max_completion_tokens";
  /** Models without a JSON Schema mode: their structured output is a forced tool call. */
  forcedTool?: RegExp;
}

/** Parameters that a call can do without: once refused, they are left out. */
export const OPTIONAL_PARAMETERS = ["temperature", "prompt_cache_key", "stream_options"] as const;
export type OptionalParameter = (typeof OPTIONAL_PARAMETERS)[number];

export const PROVIDERS: readonly ProviderRow[] = [
  {
    id: "anthropic",
    name: "Anthropic",
    baseUrl: "https://api.anthropic.com",
    key: "required",
    api: "anthropic",
    defaultModel: "claude-sonnet-5",
    priceId: "anthropic",
    // The API version that the SDK speaks (2026-10-21) answers 400 to any temperature.
    omits: ["temperature"],
    // Structured output came with Claude 4.5 (and Opus 4.1).
    forcedTool: /^claude-([23]|instant|v1|(opus|sonnet)-4(-0|-2\d{7})?$)/,
  },
  {
    id: "openai",
    name: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    key: "required",
    api: "responses",
    defaultModel: "gpt-5.5",
    priceId: "openai",
    maxTokensName: "max_completion_tokens",
  },
  {
    id: "google",
    name: "Google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    key: "required",
    api: "chat",
    defaultModel: "gemini-3.8-flash",
    priceId: "google",
    serves: /^gemini-/,
    omits: ["prompt_cache_key"],
  },
  {
    id: "mistral",
    name: "Mistral",
    baseUrl: "https://api.mistral.ai/v1",
    key: "required",
    api: "chat",
    defaultModel: "mistral-medium-3-5",
    priceId: "mistral",
    omits: ["prompt_cache_key"],
  },
  {
    id: "openrouter",
    name: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    key: "required",
    api: "chat",
    defaultModel: "anthropic/claude-sonnet-5",
    priceId: "openrouter",
    serves: /\//,
    omits: ["prompt_cache_key"],
    forcedTool: /^anthropic\/claude-3/,
  },
  {
    id: "ollama",
    name: "Ollama",
    baseUrl: "http://127.0.0.1:11434/v1",
    key: "none",
    api: "chat",
    // Which models have been pulled is not known here.
    defaultModel: null,
    priceId: null,
    omits: ["prompt_cache_key"],
  },
  {
    id: "openai-compatible",
    name: "OpenAI-compatible endpoint",
    baseUrl: null,
    key: "optional",
    api: "chat",
    defaultModel: null,
    priceId: null,
    omits: ["prompt_cache_key"],
  },
  {
    id: "demo",
    name: "Demo (canned replies)",
    baseUrl: null,
    key: "none",
    api: "responses",
    defaultModel: "debater",
    priceId: null,
    demo: true,
  },
];

const ROWS = new Map(PROVIDERS.map((row) => [row.id, row]));

export function providerRow(id: string): ProviderRow | undefined {
  return ROWS.get(id);
}

/** `<PROVIDER>_API_KEY`. */
export function keyVariableOf(row: ProviderRow): string {
  return `${variablePrefix(row)}_API_KEY`;
}

/** `<PROVIDER>_BASE_URL`. */
export function baseUrlVariableOf(row: ProviderRow): string {
  return `${variablePrefix(row)}_BASE_URL`;
}

function variablePrefix(row: ProviderRow): string {
  return row.id.toUpperCase().replaceAll("-", "_");
}

/** The variable without which calls can not be made; null when nothing is missing or needed. */
export function missingVariable(row: ProviderRow, settings: ProviderSettings | undefined): string | null {
  if (row.demo) return null;
  if (row.key === "required" && !settings?.apiKey) return keyVariableOf(row);
  return row.baseUrl === null && !settings?.baseUrl ? baseUrlVariableOf(row) : null;
}

/** True when structured output of this model needs a forced tool call. */
export function needsForcedTool(row: ProviderRow, ref: ModelRef): boolean {
  return row.forcedTool?.test(ref.model) ?? false;
}

/**
 * A provider is a row in a table: its address, its key variable, its API and its differences. Defaults are chosen in
 * the order of the rows (docs/design/runtime.md#44-providers).
 */
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";

export interface ProviderSettings {
  apiKey?: string;
  baseUrl?: string;
  /** Requests per second, over all workers. */
  maxRps?: number;
}

export type Api = "responses" | "chat" | "anthropic";

/** Calls need a key (`required`), may have one (`optional`) or never have one (`none`). */
type KeyRule = "required" | "optional" | "none";

export interface ProviderRow {
  id: string;
  name: string;
  /** null: must be configured. */
  baseUrl: string | null;
  key: KeyRule;
  api: Api;
  /** The provider's name of the model; null if no model is certain to exist. */
  defaultModel: string | null;
  /** Further models that are certain to exist: whom a debate takes that names none. */
  otherModels?: readonly string[];
  /** A cheap model that is certain to exist: the voters of an audience that names none. */
  cheapModel?: string;
  /** The provider's name in the price library; null if unknown there. */
  priceId: string | null;
  /** Replies are canned and free. */
  demo?: boolean;
  /** The listed models that this endpoint serves. */
  serves?: RegExp;
  /** Parameters that no model of this API accepts. */
  omits?: readonly OptionalParameter[];
  /** Name of the output limit in Chat Completions. */
  maxTokensName?: "max_tokens" | "max_completion_tokens";
  /** The provider itself adds a requested JSON Schema to what its models read, and counts its tokens as input. */
  showsSchema?: true;
  /** Models without a JSON Schema mode: structured output is a forced tool call. */
  forcedTool?: RegExp;
  /** It keeps the prefixes of prompts, or may. */
  caches?: true;
  /** It has a web search of its own. `blocks`: domains can be blocked. Missing: it has none. */
  search?: { blocks: boolean };
}

/** Omitted once a provider refuses them. */
export const OPTIONAL_PARAMETERS = ["temperature", "top_p", "prompt_cache_key", "stream_options", "include"] as const;
export type OptionalParameter = (typeof OPTIONAL_PARAMETERS)[number];

/**
 * How a model is asked or heard otherwise, once its provider has refused the usual way: a parameter is left out; the output
 * limit has its other name; instructions stand in the first message; a JSON Schema is only in the text, with or without JSON
 * mode; Chat Completions stands for Responses; what it says is held until its thoughts are known to be over.
 */
const LESSONS = [
  ...OPTIONAL_PARAMETERS,
  "max_tokens",
  "system",
  "json_schema",
  "json_object",
  "responses",
  "thoughts",
] as const;
export type Lesson = (typeof LESSONS)[number];

export function isLesson(text: string): text is Lesson {
  return (LESSONS as readonly string[]).includes(text);
}

export const PROVIDERS: readonly ProviderRow[] = [
  {
    id: "anthropic",
    caches: true,
    name: "Anthropic",
    baseUrl: "https://api.anthropic.com",
    key: "required",
    api: "anthropic",
    defaultModel: "claude-sonnet-5",
    otherModels: ["claude-opus-5"],
    cheapModel: "claude-haiku-4-5",
    priceId: "anthropic",
    showsSchema: true,
    // The SDK's API version (2026-10-21) has neither, and answers 400 to any temperature.
    omits: ["temperature", "top_p"],
    // Structured output exists since Claude 4.5 (and Opus 4.1).
    forcedTool: /^claude-([23]|instant|v1|(opus|sonnet)-4(-0|-2\d{7})?$)/,
    search: { blocks: true },
  },
  {
    id: "openai",
    caches: true,
    name: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    key: "required",
    api: "responses",
    defaultModel: "gpt-5.5",
    otherModels: ["gpt-5.4"],
    cheapModel: "gpt-5.4-mini",
    priceId: "openai",
    showsSchema: true,
    maxTokensName: "max_completion_tokens",
    search: { blocks: false },
  },
  {
    id: "google",
    caches: true,
    name: "Google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    key: "required",
    api: "chat",
    defaultModel: "gemini-3.8-flash",
    otherModels: ["gemini-3.5-flash"],
    cheapModel: "gemini-3.5-flash-lite",
    priceId: "google",
    showsSchema: true,
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
    otherModels: ["mistral-large-2512"],
    cheapModel: "mistral-small-2603",
    priceId: "mistral",
    omits: ["prompt_cache_key"],
  },
  {
    id: "openrouter",
    caches: true,
    name: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    key: "required",
    api: "chat",
    defaultModel: "anthropic/claude-sonnet-5",
    otherModels: ["openai/gpt-5.5", "google/gemini-3.5-flash"],
    cheapModel: "openai/gpt-5-mini",
    priceId: "openrouter",
    serves: /\//,
    omits: ["prompt_cache_key"],
    forcedTool: /^anthropic\/claude-3/,
  },
  {
    id: "ollama",
    caches: true,
    name: "Ollama",
    baseUrl: "http://127.0.0.1:11434/v1",
    key: "none",
    api: "chat",
    // The installed models are unknown here.
    defaultModel: null,
    priceId: null,
    omits: ["prompt_cache_key"],
  },
  {
    id: "openai-compatible",
    caches: true,
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

/** The missing variable without which calls fail; null if none is missing. */
export function missingVariable(row: ProviderRow, settings: ProviderSettings | undefined): string | null {
  if (row.demo) return null;
  if (row.key === "required" && !settings?.apiKey) return keyVariableOf(row);
  return row.baseUrl === null && !settings?.baseUrl ? baseUrlVariableOf(row) : null;
}

export function needsForcedTool(row: ProviderRow, ref: ModelRef): boolean {
  return row.forcedTool?.test(ref.model) ?? false;
}

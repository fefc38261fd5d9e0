/** Families of models: those of one maker err alike, whichever provider serves them. */
import { parseModel } from "./catalogue.ts";
import type { ModelRef } from "./model-ref.ts";

/** Families by the first letters of a model's name, whichever provider serves it. */
const FAMILIES = new Map(
  Object.entries({
    claude: "anthropic",
    gpt: "openai",
    chatgpt: "openai",
    o: "openai",
    gemini: "google",
    gemma: "google",
    mistral: "mistral",
    ministral: "mistral",
    magistral: "mistral",
    mixtral: "mistral",
    codestral: "mistral",
    llama: "meta",
  }),
);
/** Providers that serve many families. */
const HOSTS = ["openrouter", "ollama", "openai-compatible"];

/**
 * By the model's name if known, else by its maker, else by its provider.
 *
 * @example
 * familyOf({ provider: "openrouter", model: "anthropic/claude-sonnet-5" }) // → "anthropic"
 */
export function familyOf({ provider, model }: ModelRef): string {
  const parts = model.toLowerCase().split("/");
  const known = FAMILIES.get(/^[a-z]+/.exec(parts.at(-1) ?? "")?.[0] ?? "");
  if (known) return known;
  if (!HOSTS.includes(provider)) return provider;
  return parts.length > 1 ? (parts[0] ?? provider) : (/^[a-z]+/.exec(parts[0] ?? "")?.[0] ?? provider);
}

/**
 * Of a name such as `openai/gpt-5.5`; any other text is a family of its own.
 *
 * @example
 * familyOfId("openrouter/anthropic/claude-sonnet-5") // → "anthropic"
 */
export function familyOfId(id: string): string {
  return familyOf(parseModel(id) ?? { provider: id, model: id });
}

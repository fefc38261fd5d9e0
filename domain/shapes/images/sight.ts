/** Which models take images. A model that is not known takes none, unless its owner says so. */
import type { ModelRef } from "../catalogue/model-ref.ts";

/** A model as far as its sight and what it sees cost. */
export type Seer = ModelRef & {
  /** As configured; left out: as known. */
  images?: boolean;
};

/**
 * By the providers' lists of models. OpenRouter names the same models after their makers, and writes dots for some dashes.
 * Left out are the makers' models for text, code and search alone.
 */
const SEEING: readonly { family: RegExp; but?: RegExp }[] = [
  { family: /^(?:openrouter\/~?)?anthropic\/claude-/, but: /claude-(?:2|instant|v1)/ },
  {
    family:
      /^(?:openrouter\/~?)?openai\/(?:chatgpt-4o|gpt-(?:4o|4\.[15]|4-turbo|4-vision|[56]|latest|mini-latest)|o[134])/,
    but: /gpt-4-turbo-preview|search-preview|o1-(?:mini|preview)|o3-mini/,
  },
  { family: /^(?:openrouter\/~?)?google\/gemini-(?:1\.5|[23]|flash|pro-(?:1\.5|latest)|1\.0-pro-vision)/ },
  { family: /^openrouter\/(?:qwen\/qwen3-vl-|z-ai\/glm-4\.[56]v)/ },
  {
    family:
      /^(?:mistral|openrouter\/mistralai)\/(?:pixtral|ministral-\d+b-2512|mistral-large-2512|mistral-medium-3|mistral-small-(?:3\.[12]|2503|2506|2603))/,
  },
];

export function seesImages({ provider, model, images }: Seer): boolean {
  if (images !== undefined) return images;
  const id = `${provider}/${model}`;
  return SEEING.some(({ family, but }) => family.test(id) && !but?.test(id));
}

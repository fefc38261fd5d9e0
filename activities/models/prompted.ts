import type { Prompt } from "../../domain/prompts/prompt.ts";
import type { ModelCall } from "./port.ts";

type Settings = ModelCall["model"] & Pick<ModelCall, "temperature" | "maxOutputTokens">;

/** The part that all model calls share: model, settings and prompt. */
export function prompted(settings: Settings, prompt: Prompt) {
  const { provider, model, priceUsdPerMTok, temperature, maxOutputTokens } = settings;
  const { system, messages, output } = prompt;
  return {
    model: { provider, model, ...(priceUsdPerMTok && { priceUsdPerMTok }) },
    system,
    messages,
    ...(temperature !== undefined && { temperature }),
    maxOutputTokens,
    ...(output && { output }),
  };
}

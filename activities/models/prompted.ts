import { withSchema } from "../../domain/prompts/parts/frame.prompt-part.ts";
import type { Prompt } from "../../domain/prompts/parts/prompt.prompt-part.ts";
import type { ModelCall } from "./base/port.model.ts";
import { needsForcedTool, providerRow } from "./base/providers.ts";

type Settings = ModelCall["model"] & Pick<ModelCall, "temperature" | "topP" | "maxOutputTokens">;

function seesSchema(ref: ModelCall["model"]): boolean {
  const row = providerRow(ref.provider);
  return row !== undefined && (row.showsSchema === true || needsForcedTool(row, ref));
}

/** The part that all model calls share: model, settings and prompt. */
export function prompted(settings: Settings, prompt: Prompt) {
  const { provider, model, priceUsdPerMTok, temperature, topP, maxOutputTokens } = settings;
  const { system, output, schemaInText = false } = prompt;
  const isShown = seesSchema({ provider, model });
  const inText = output && (schemaInText || !isShown);
  const messages = inText ? withSchema(prompt.messages, output) : prompt.messages;
  return {
    model: { provider, model, ...(priceUsdPerMTok && { priceUsdPerMTok }) },
    system,
    messages,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    maxOutputTokens,
    ...(output && !(schemaInText && isShown) && { output }),
  };
}

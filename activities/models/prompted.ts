import type { Prompt } from "../../domain/prompts/prompt.ts";
import type { ModelCall } from "./port.ts";

type Settings = ModelCall["model"] & Pick<ModelCall, "temperature" | "maxOutputTokens">;

/** What a call asks and of whom: the part that every call has in common. */
export function prompted({ provider, model, temperature, maxOutputTokens }: Settings, prompt: Prompt) {
  const { system, messages, output } = prompt;
  return {
    model: { provider, model },
    system,
    messages,
    ...(temperature !== undefined && { temperature }),
    maxOutputTokens,
    ...(output && { output }),
  };
}

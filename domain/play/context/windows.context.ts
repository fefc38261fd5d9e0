/** What a model's context window holds: tokens of a text, of a prompt, and the input that it leaves room for. */

import type { Prompt } from "../../prompts/parts/prompt.prompt-part.ts";
import { tokensOfImages } from "../../prompts/parts/shown.prompt-part.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { CallSettings } from "../../shapes/catalogue/model-ref.ts";
import type { Seer } from "../../shapes/images/sight.ts";
import { createBoundedTokenCounter, MESSAGE, marginOf, STRUCTURED } from "../../shapes/tokens.shape.ts";

/** Tokens of a text. One counter for each process: all debates share it. Its texts take 8 to 16 MB. */
export const cachedCount = createBoundedTokenCounter(8_000_000);

/** Tokens of a prompt or a text, with the model's margin. Never underestimated. */
export function tokensOf(what: Prompt | string, model: Seer): number {
  if (typeof what === "string") return Math.ceil(cachedCount(what) * marginOf(model));
  return Math.ceil(promptTokens(what) * marginOf(model)) + tokensOfImages(model, what);
}

function promptTokens({ system, messages, output }: Prompt): number {
  const blocks = [system, ...messages.flatMap(({ content }) => content)];
  const sum = blocks.reduce((total, text) => total + cachedCount(text) + MESSAGE, 0);
  return output ? sum + cachedCount(JSON.stringify(output.schema)) + STRUCTURED : sum;
}

/** null when it is not known. */
export function windowOf(catalogue: Pick<Catalogue, "model">, model: Omit<CallSettings, "temperature">): number | null {
  return model.contextWindow ?? catalogue.model(model).contextWindow;
}

/** The tokens of input that a call may have. Output takes at most half of the window. */
export function roomOf<M extends Omit<CallSettings, "temperature">>(catalogue: Pick<Catalogue, "model">, model: M) {
  const window = windowOf(catalogue, model);
  if (window === null) return { model, capacity: null };
  const maxOutputTokens = Math.min(model.maxOutputTokens, Math.floor(window / 2));
  return { model: { ...model, maxOutputTokens }, capacity: window - maxOutputTokens };
}

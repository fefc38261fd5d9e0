/** The worst-case cost of one attempt. Counts tokens: the workflow must not import it. */

import type { Prompt } from "../../prompts/parts/prompt.prompt-part.ts";
import { tokensOfImages } from "../../prompts/parts/shown.prompt-part.ts";
import { ANSWER_TOKENS, mostReplies, searchOf, tokensOfCall } from "../../rules/tools/tooling.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { CallSettings } from "../../shapes/catalogue/model-ref.ts";
import type { Seer } from "../../shapes/images/sight.ts";
import type { Amount } from "../../shapes/plan/plan.ts";
import type { Tooling } from "../../shapes/schemas/tool-request.ts";
import { countTokens, MESSAGE, marginOf, STRUCTURED } from "../../shapes/tokens.shape.ts";
import { FAULTS, FENCE } from "../assumptions/cases.ts";
import { sumOf } from "./ledger.budget.ts";

/**
 * Input tokens of a prompt with the family's margin: including the schema, the provider's overhead, and the faults
 * listed in a repeated prompt. `more`: tokens of later turns, each in a block.
 *
 * @example
 * const prompt = { system: "Be brief.", messages: [{ role: "user", content: "Why?" }] };
 * const model = { provider: "openai", model: "gpt-5.5" };
 * inputTokens(model, prompt, [100]) > inputTokens(model, prompt) + 100 // → true
 */
export function inputTokens(model: Seer, prompt: Prompt, more: number[] = []): number {
  const toCome = more.reduce((sum, tokens) => sum + tokens + FENCE, 0);
  return promptTokens(model, prompt, toCome + FAULTS) + tokensOfImages(model, prompt);
}

/** Input tokens of a prompt as it is sent, with the family's margin. `more`: of what is sent beside it. */
export function promptTokens(
  model: Seer,
  { system, messages, output }: Pick<Prompt, "system" | "messages" | "output">,
  more: number,
): number {
  const blocks = messages.flatMap(({ content }) => content);
  const shown = [system, ...blocks].reduce((sum, text) => sum + countTokens(text), 0);
  const structured = output ? countTokens(JSON.stringify(output)) + STRUCTURED : 0;
  const framing = (messages.length + blocks.length) * MESSAGE;
  return Math.ceil((shown + structured + framing + more) * marginOf(model));
}

/** Micro-dollars by the most expensive way to bill the input; 0 for a model without a price. */
export function worstAttempt(
  model: Omit<CallSettings, "temperature">,
  input: number,
  { costMicroUsd }: Pick<Catalogue, "costMicroUsd">,
): Amount {
  const call = { input, cachedInput: 0, cacheWrite: 0, output: model.maxOutputTokens };
  const manners = [call, { ...call, cacheWrite: input }, { ...call, cachedInput: input }];
  const prices = manners.map((tokens) => costMicroUsd(model, tokens) ?? 0);
  return { costMicroUsd: Math.max(...prices), tokens: input + model.maxOutputTokens };
}

/**
 * The same of a turn that may look things up: every reply is asked for anew, with all that came before it. The searches
 * of the provider have a price of their own.
 */
export function worstWithTools(
  model: Omit<CallSettings, "temperature">,
  { input, tooling, capacity }: { input: number; tooling: Tooling; capacity: number },
  catalogue: Pick<Catalogue, "costMicroUsd">,
): Amount {
  const grown = model.maxOutputTokens + tokensOfCall(tooling);
  const replies = Array.from({ length: mostReplies(tooling) }, (_, i) =>
    worstAttempt(model, Math.min(input + i * grown, Math.max(input, capacity)), catalogue),
  );
  const searched = searchOf(tooling)
    ? { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, searches: tooling.maxCalls }
    : null;
  const costMicroUsd = (searched && catalogue.costMicroUsd(model, searched)) ?? 0;
  return sumOf([...replies, { costMicroUsd, tokens: 0 }]);
}

/** Tokens that a turn may add to later prompts: what it says, and the exhibits that it finds. */
export function mostSaid({ maxOutputTokens }: Pick<CallSettings, "maxOutputTokens">, tooling?: Tooling): number {
  if (!tooling) return maxOutputTokens;
  return mostReplies(tooling) * maxOutputTokens + tooling.maxCalls * ANSWER_TOKENS;
}

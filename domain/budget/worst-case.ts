/** The worst-case cost of one attempt. Counts tokens: the workflow must not import it. */

import type { Catalogue } from "../catalogue/catalogue.ts";
import type { CallSettings, ModelRef } from "../catalogue/model-ref.ts";
import { FAULTS } from "../estimates/sizes.ts";
import type { Amount } from "../plan/plan.ts";
import type { Prompt } from "../prompts/prompt.ts";
import { countTokens, MESSAGE, marginOf, STRUCTURED } from "./tokens.ts";

/**
 * Input tokens of a prompt with the family's margin: including the schema, the provider's overhead, and the faults
 * listed in a repeated prompt. `more`: tokens of later turns, each in a block.
 */
export function inputTokens(model: ModelRef, prompt: Prompt, more: number[] = []): number {
  const { system, messages, output } = prompt;
  const blocks = messages.flatMap(({ content }) => content);
  const shown = [system, ...blocks].reduce((sum, text) => sum + countTokens(text), 0);
  const structured = output ? countTokens(JSON.stringify(output)) + STRUCTURED : 0;
  const toCome = more.reduce((sum, tokens) => sum + tokens + FENCE, 0);
  const framing = (messages.length + blocks.length) * MESSAGE;
  return Math.ceil((shown + structured + toCome + framing + FAULTS) * marginOf(model));
}

/** Tokens around a turn in a prompt: its id, its round, and a name of at most 80 characters. */
const FENCE = 80;

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

/** What one attempt of a call may take at the most. It counts tokens: the workflow must not import it. */
import type { Catalogue } from "../catalogue.ts";
import { FAULTS, MESSAGE, STRUCTURED } from "../estimates/sizes.ts";
import type { Amount, ModelRef } from "../plan.ts";
import type { Prompt } from "../prompts/prompt.ts";
import { countTokens, marginOf } from "../tokens.ts";

interface Settings extends ModelRef {
  maxOutputTokens: number;
}

/**
 * Tokens that a model may count in a prompt, by its family's margin: with the schema, what providers add for it, and
 * what a further attempt is told of an invalid answer. `more`: tokens of turns that are still to come, each in a block.
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

/** Of what stands around a turn in a prompt: its id, its speaker's name of 80 characters at most, its round. */
const FENCE = 80;

/** Integer micro-dollars by the dearest way in which the input may be billed; 0 for a model without a price. */
export function worstAttempt(
  model: Settings,
  input: number,
  { costMicroUsd }: Pick<Catalogue, "costMicroUsd">,
): Amount {
  const call = { input, cachedInput: 0, cacheWrite: 0, output: model.maxOutputTokens };
  const manners = [call, { ...call, cacheWrite: input }, { ...call, cachedInput: input }];
  const prices = manners.map((tokens) => costMicroUsd(model, tokens) ?? 0);
  return { costMicroUsd: Math.max(...prices), tokens: input + model.maxOutputTokens };
}

/**
 * Counts tokens. The tokenizer is OpenAI's o200k_base; what another family makes of the same text is not public, so a
 * margin says how far its count may be from this one. Large: the workflow must not import it.
 */
import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";
import type { ModelRef } from "./plan.ts";

/**
 * By how much a model's own count may differ from `countTokens`, as a factor.
 * OpenAI: the tokenizer is its own; 5 % for what frames the messages. The others are our own allowances, for want of
 * public tokenizers: 1.35 for Anthropic, whose newer ones are reported to make up to a third more of a text, else 1.2.
 */
const MARGINS: readonly { family: RegExp; margin: number }[] = [
  { family: /^openai\/|^openrouter\/openai\//, margin: 1.05 },
  { family: /^anthropic\/|^openrouter\/anthropic\//, margin: 1.35 },
];
const OTHERS = 1.2;

export function marginOf({ provider, model }: ModelRef): number {
  return MARGINS.find(({ family }) => family.test(`${provider}/${model}`))?.margin ?? OTHERS;
}

/** What looks like a special token is text here: it comes from people and models. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Merging takes quadratic time in words without a blank, so a long text is counted in pieces that end at a blank. */
const PIECE = /[\s\S]{1,500}(?!\S)|[\s\S]{1,500}/gu;

/** Tokens of a text by o200k_base; of a long text at most one more for each 500 characters. */
export function countTokens(text: string): number {
  if (text.length <= 500) return count(text, PLAIN);
  return (text.match(PIECE) ?? []).reduce((sum, piece) => sum + count(piece, PLAIN), 0);
}

/** Counts each text once: for work that meets the same texts again and again. */
export function createTokenCounter(): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text) ?? countTokens(text);
    known.set(text, found);
    return found;
  };
}

/**
 * Counts tokens by OpenAI's o200k_base. Tokenizers of other families are not public, so a margin allows for the
 * difference. Large: the workflow must not import it.
 */
import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";
import type { ModelRef } from "./catalogue/model-ref.ts";

/**
 * By which factor a model's count may exceed `countTokens`. OpenAI: its own tokenizer, plus 5 % for message framing.
 * Others are our estimates: 1.35 for Anthropic, whose newer models reportedly count up to a third more; else 1.2.
 */
const MARGINS: readonly { family: RegExp; margin: number }[] = [
  { family: /^openai\/|^openrouter\/openai\//, margin: 1.05 },
  { family: /^anthropic\/|^openrouter\/anthropic\//, margin: 1.35 },
];
const OTHERS = 1.2;

/**
 * The factor by which a model's own count may exceed `countTokens`.
 *
 * @example
 * marginOf({ provider: "openai", model: "gpt-5.5" }) // → 1.05
 */
export function marginOf({ provider, model }: ModelRef): number {
  return MARGINS.find(({ family }) => family.test(`${provider}/${model}`))?.margin ?? OTHERS;
}

/** What frames a message, by OpenAI's account, and what Anthropic adds for tools, by its own, rounded up. */
export const MESSAGE = 4;
export const STRUCTURED = 500;

/** Special tokens in foreign text are plain text. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Merging is quadratic in words without blanks, so long texts are counted in pieces that end at a blank. */
const PIECE = /[\s\S]{1,500}(?!\S)|[\s\S]{1,500}/gu;

/**
 * Tokens by o200k_base; long texts count at most one token more for each 500 characters.
 *
 * @example
 * countTokens("To be, or not to be.") // → 8
 */
export function countTokens(text: string): number {
  if (text.length <= 500) return count(text, PLAIN);
  return (text.match(PIECE) ?? []).reduce((sum, piece) => sum + count(piece, PLAIN), 0);
}

/** Counts each text once while it is among the last `most` texts, for work that meets the same texts repeatedly. */
export function createTokenCounter(most = Infinity): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text) ?? countTokens(text);
    // Reinserted as the most recently used.
    known.delete(text);
    known.set(text, found);
    const oldest = known.size > most ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return found;
  };
}

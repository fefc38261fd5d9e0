/**
 * Counts tokens by OpenAI's o200k_base. Tokenizers of other families are not public, so a margin allows for the
 * difference. Large: the workflow must not import it.
 */
import { countTokens as count, setMergeCacheSize } from "gpt-tokenizer/encoding/o200k_base";
import { LRUCache } from "lru-cache";
import type { ModelRef } from "./catalogue/model-ref.ts";

/** Words that are several tokens and are remembered, each with the piece it stood in: 20 MB at most. */
setMergeCacheSize(20_000);

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
  if (text.length <= 500) return countPiece(text);
  return (text.match(PIECE) ?? []).reduce((sum, piece) => sum + countPiece(piece), 0);
}

/** A copy of the piece is counted: remembered words are parts of their string, and would keep the whole text in memory. */
function countPiece(piece: string): number {
  return count(structuredClone(piece), PLAIN);
}

/** Counts each text once, for work that meets the same texts repeatedly. It keeps all of them. */
export function createTokenCounter(): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => known.get(text) ?? remember(known, text);
}

/** The same, of the texts that were met last: at most `characters` in all. */
export function createBoundedTokenCounter(characters: number): (text: string) => number {
  const known = new LRUCache<string, number>({ maxSize: characters, sizeCalculation: (_, text) => 1 + text.length });
  return (text) => known.get(text) ?? remember(known, text);
}

function remember(known: { set: (text: string, tokens: number) => unknown }, text: string): number {
  const tokens = countTokens(text);
  known.set(text, tokens);
  return tokens;
}

/**
 * How fast a model is assumed to answer: a guess, for comparing debates with one another, and no promise. It is the middle of
 * what five large models of OpenAI and Anthropic had in hourly probes published in 2026: medians of 0.9 to 2.5 s until the first
 * token, then of 44 to 95 tokens a second (jonathanwrede.de/en/blog/ttft-varies-13x-across-llm-providers, read 2026-11-29).
 * A model that thinks first takes longer.
 */

/** Until the first token. */
const SECONDS_BEFORE = 2;
const TOKENS_A_SECOND = 60;

/** Seconds until a reply of so many tokens is whole. */
export function secondsOf(tokens: number): number {
  return SECONDS_BEFORE + tokens / TOKENS_A_SECOND;
}

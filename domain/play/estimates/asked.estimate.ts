/**
 * How long a reply may be in a debate that is fitted to a limit: what was asked for, half as much again, and room to think.
 * Its provider gets the same number as output limit, so what is reserved for the call is never passed. Counts tokens.
 */

import { FORMATS_BY_NAME } from "../../rules/formats/registry.format.ts";
import type { ModelRef } from "../../shapes/catalogue/model-ref.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { marginOf } from "../../shapes/tokens.shape.ts";

/** OpenAI: 100 tokens are about 75 English words (help.openai.com, "What are tokens and how to count them?"). */
const TOKENS_PER_WORD = 4 / 3;
/** What `debater-rules.ts` asks for at most. Other protocols name no length: their proposals are longer. */
const WORDS = { debater: 300, others: 450 };
/** Other languages have more tokens a word: German about half as many again. */
const AMPLE = 1.5;

/** Tokens that a turn is asked for. */
export function askedOfTurn({ format }: Pick<DebateConfig, "format">): number {
  const { debater, others } = WORDS;
  return Math.round(TOKENS_PER_WORD * (FORMATS_BY_NAME[format].protocol === "judged" ? debater : others));
}

/** Tokens of a reply without its thoughts, by o200k_base: so much of it later prompts may show. */
export function mostShown(asked: number): number {
  return Math.ceil(asked * AMPLE);
}

type Asked = ModelRef & { maxOutputTokens: number; id?: string };

/** The model with the output that this reply may have. What the request gives holds as it is. `asked`: tokens. */
export function withRoom<M extends Asked>(model: M, asked: number, { fitted }: Pick<DebateConfig, "fitted">): M {
  if (!fitted || fitted.given.includes(model.id ?? "judge")) return model;
  const most = Math.ceil(mostShown(asked) * marginOf(model)) + fitted.thinking;
  return most < model.maxOutputTokens ? { ...model, maxOutputTokens: most } : model;
}

/** How many tokens passages may take that are looked up for a turn. */

import { LONGEST_PASSAGE } from "../../shapes/files/passage.files.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { countTokens } from "../../shapes/tokens.shape.ts";

/** Most texts take a quarter of it: a token a character is what the densest scripts take. */
const MOST_TOKENS = LONGEST_PASSAGE;

/** Of all passages of one turn, with the marks around them. */
export function mostPassageTokens({ passages }: Pick<DebateConfig, "passages">): number {
  return (passages?.topK ?? 0) * (MOST_TOKENS + FENCE);
}

/** Tokens of the marks around a passage, with its title. */
const FENCE = 80;

/** Cut where it has more tokens than a budget reserves for a passage. */
export function withinTokens(text: string): string {
  let kept = text;
  while (countTokens(kept) > MOST_TOKENS) kept = kept.slice(0, Math.floor(kept.length / 2)).toWellFormed();
  return kept;
}

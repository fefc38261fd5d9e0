/** The facts that all prompts of a council begin with: the question and its material, and nothing of the members. */
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { exhibitsOf } from "../parts/exhibits.prompt-part.ts";
import { clarifiedFacts, subject } from "../parts/facts.prompt-part.ts";

/** Who asked the owner is hidden: the answers are for everyone. */
export function questionFacts(config: DebateConfig): string[] {
  const { clarified } = config;
  const anonymous = { ...config, ...(clarified && { clarified: clarified.map((q) => ({ ...q, askedBy: [] })) }) };
  return [...subject("The question:", config), ...exhibitsOf(config), ...clarifiedFacts(anonymous)];
}

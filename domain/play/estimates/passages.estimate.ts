/** What an estimate assumes of the passages that are looked up for each turn. */
import { mostPassageTokens } from "../../rules/exhibits/passage-tokens.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Case } from "../assumptions/cases.ts";

/** Of a passage of 1,600 characters, with the marks around it. */
const USUAL = 450;

/** Tokens that a turn reads, and that all later prompts show. */
export function passagesSize(config: Pick<DebateConfig, "passages">, { name }: Case): number {
  if (!config.passages || name === "lowest") return 0;
  return name === "worst" ? mostPassageTokens(config) : config.passages.topK * USUAL;
}

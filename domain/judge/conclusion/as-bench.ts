/** Whether a written answer is the one that the bench gave. */

import { readAnswerText } from "../../rules/answers/same.ts";
import { choiceAsked, isSameChoice } from "../../rules/judges/ballot-answer.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { BenchAnswer } from "../../shapes/schemas/result.schema.ts";

interface Written {
  text?: string | undefined;
  holder?: string | null | undefined;
  stance?: string | null | undefined;
}

/** By its fields: what a sentence says is not compared. An answer that is none of the choices is never known to be. */
export function isBenchs(
  { text = "", holder, stance }: Written,
  { choice, disputed }: Pick<BenchAnswer, "choice" | "disputed">,
  config: DebateConfig,
): boolean {
  const asked = choiceAsked(config);
  if (!asked || disputed || choice === null) return false;
  if (asked.of === "form") {
    const said = readAnswerText(text, asked.form, config.language);
    return said !== null && isSameChoice(said, choice, asked.form);
  }
  return choice === (asked.of === "motion" ? stance : holder);
}

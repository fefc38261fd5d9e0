/** Which answers a ballot chooses from, and when two are the same. */

import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import { isSameAnswer } from "../answers/same.ts";

/** `form`: as the request says. `motion`: for or against. `participants`: whose answer it is. */
export type AnswerChoice = { of: "form"; form: AnswerForm } | { of: "motion" } | { of: "participants" };

type About = Pick<DebateConfig, "participants" | "answers">;

/** null: ballots of this debate say only who argued better. */
export function choiceAsked(config: About & Pick<DebateConfig, "ballotAnswers">): AnswerChoice | null {
  if (!config.ballotAnswers) return null;
  if (config.answers) return { of: "form", form: config.answers };
  return isOnMotion(config) ? { of: "motion" } : { of: "participants" };
}

/** The sides are for and against. */
export function isOnMotion({ participants }: { participants: readonly { side?: string | undefined }[] }): boolean {
  const sides = new Set(participants.map(({ side }) => side));
  return sides.has("for") && sides.has("against");
}

export function isSameChoice(one: string | null, other: string | null, form: AnswerForm | undefined): boolean {
  if (one === null || other === null) return one === other;
  return form ? isSameAnswer(one, other, form) : one === other;
}

/** Who reads a second time what one judge reads as contradicted. */
import { familyOf } from "../../shapes/catalogue/family.ts";
import type { ChosenModel, ModelRef } from "../../shapes/catalogue/model-ref.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";

/** The judges that a request names beside the judge itself. */
export function namedJudges({ judge, policies }: Pick<DebateConfig, "judge" | "policies">): ChosenModel[] {
  return [...(judge?.panel ?? []), ...(policies?.fallbackJudges ?? [])];
}

/** The first of another family than the judge who has read it; null: there is none. */
export function secondJudgeOf(secondJudges: ChosenModel[], first: ModelRef): ChosenModel | null {
  return secondJudges.find((model) => familyOf(model) !== familyOf(first)) ?? null;
}

/** Who may be the second judge of claims: the judges that the request names, else models of providers that take part. */

import { namedJudges } from "../../rules/judges/second-judge.rules.ts";
import { dependence } from "../../rules/request/independence.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import { familyOf } from "../../shapes/catalogue/family.ts";
import type { ChosenModel } from "../../shapes/catalogue/model-ref.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { chosenModel } from "./chosen-model.ts";

type Filled = Pick<DebateConfig, "judge" | "participants" | "policies">;

/** So many are enough: one of them is of another family than whoever reads the claims first. */
const ENOUGH = 2;

/**
 * One of each family, those first that the request names as judges, then models of providers that take part already, so that
 * no other reads the topic. Models that nobody named have a known price, so that a limit in money can be kept.
 */
export function secondJudgesOf({ judge, participants, policies }: Filled, catalogue: Catalogue): ChosenModel[] {
  if (!judge || !isReal(judge, catalogue)) return [];
  const named = namedJudges({ judge, policies });
  const taking = new Set([judge, ...named, ...participants].map(({ provider }) => provider));
  const known = catalogue.providers().filter(({ id }) => taking.has(id));
  const usual = known.flatMap(({ cheapModel, usualModels }) => [
    ...(cheapModel === null ? [] : [cheapModel]),
    ...usualModels,
  ]);
  const unnamed = usual
    .flatMap((model) => chosenModel(model) ?? [])
    .filter((model) => catalogue.model(model).priceUsdPerMTok !== null);
  const mayJudge = [...named, ...unnamed].filter(
    (model) => isReal(model, catalogue) && !(judge.requireIndependent && dependence(model, participants)),
  );
  const families = mayJudge.map(familyOf);
  return mayJudge.filter((_, i) => families.indexOf(families[i] ?? "") === i).slice(0, ENOUGH);
}

/** A demo model compares nothing, and without a key nobody is asked. */
function isReal({ provider }: ChosenModel, catalogue: Catalogue): boolean {
  const info = catalogue.provider(provider);
  return info !== undefined && info.isAuthenticated && !info.demo;
}

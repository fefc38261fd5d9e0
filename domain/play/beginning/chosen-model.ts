/** Models as a request chooses them, completed to the settings of calls. */

import type { ModelChoice } from "../../rules/request/model.request.ts";
import { type Catalogue, modelId, parseModel } from "../../shapes/catalogue/catalogue.ts";
import { modelNameIn } from "../../shapes/catalogue/model-choice.ts";
import type { CallSettings, ChosenModel, ModelRef } from "../../shapes/catalogue/model-ref.ts";
import { picked } from "../../shapes/plan/picked.ts";

/** For participants of a draft that have no model yet. */
export const NO_MODEL: ModelRef = { provider: "", model: "" };

/** A model as a request names it, with the options that are given. */
export function chosenModel(choice: ModelChoice): ChosenModel | null {
  const ref = parseModel(modelNameIn(choice));
  if (!ref || typeof choice === "string") return ref;
  const { model: _name, priceUsdPerMTok: price, ...given } = choice;
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    ...ref,
    ...options,
    ...(price && { priceUsdPerMTok: { ...price, cachedInput: price.cachedInput ?? null } }),
  };
}

/** What a request says about a model itself, in place of the catalogue. */
export function factsOf(model: ChosenModel) {
  return picked(model, ["priceUsdPerMTok", "contextWindow", "images"]);
}

/** Models that take turns, or the place of `first`. What is said of the first model holds for itself among them too. */
export function chosenFrom(choices: ModelChoice[], first: ModelRef | null): ChosenModel[] {
  return choices.flatMap((choice) => {
    const chosen = chosenModel(choice);
    return chosen ? [first && modelId(first) === modelId(chosen) ? { ...factsOf(first), ...chosen } : chosen] : [];
  });
}

/** Settings of a model. The default output takes at most a quarter of the context window. */
export function settingsOf(
  chosen: ChosenModel,
  { catalogue, most, ...usual }: { catalogue: Catalogue; most: number; temperature: number },
): CallSettings {
  const known = chosen.provider === "" ? null : catalogue.model(chosen).contextWindow;
  const window = chosen.contextWindow ?? known ?? Infinity;
  return { ...usual, maxOutputTokens: Math.min(most, Math.floor(window / 4)), ...chosen };
}

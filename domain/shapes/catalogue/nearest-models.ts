/** Names of models like one that the catalogue does not know. */
import { nearestNames } from "../../base/text/nearest.text.ts";
import { type Catalogue, modelId, parseModel } from "./catalogue.ts";
import type { ModelRef } from "./model-ref.ts";

/** At most three models of the same provider, the nearest first; none if the model is known. */
export function likeModels({ provider, model }: ModelRef, catalogue: Pick<Catalogue, "models">): string[] {
  const known = catalogue.models().flatMap(({ id }) => parseModel(id) ?? []);
  const names = known.flatMap((other) => (other.provider === provider ? [other.model] : []));
  if (names.includes(model)) return [];
  return nearestNames(model, names).map((name) => modelId({ provider, model: name }));
}

/** A model as a request names it: `provider/model`, or an object of that name and the model's options. */
import { isObject } from "../../base/is-object.ts";

/** They stand inside `model`, beside its name. */
export const MODEL_OPTIONS = [
  "temperature",
  "topP",
  "maxOutputTokens",
  "priceUsdPerMTok",
  "contextWindow",
  "images",
] as const;

/**
 * `provider/model`; blank where there is none.
 *
 * @example
 * modelNameIn({ model: "demo/judge", temperature: 0 }) // → "demo/judge"
 * modelNameIn(null) // → ""
 */
export function modelNameIn(choice: unknown): string {
  const name = isObject(choice) ? choice["model"] : choice;
  return typeof name === "string" ? name : "";
}

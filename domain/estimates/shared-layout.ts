/** What `promptLayout: "shared"` would likely save where participants share a model, with the providers' caches (§1.5). */
import { modelId } from "../catalogue.ts";
import type { DebateConfig } from "../config.ts";
import { FORMATS_BY_NAME } from "../formats/registry.ts";

/** USD. Both reckon with caches, which the estimate's three cases do not. */
export interface SharedLayout {
  /** Of the whole debate in that layout. */
  likelyCostUsd: number;
  /** Less than in the layout that was asked for. */
  savedUsd: number;
}

/** `costOf`: the likely cost of the debate in a layout, with caches; null when a model has no known price. */
export function sharedLayoutOf(
  config: DebateConfig,
  costOf: (config: DebateConfig, layout: "conversation" | "shared") => number | null,
): SharedLayout | null {
  // Where answers have different schemas, as in proposer-skeptic, prompts do not begin alike.
  if (config.promptLayout === "shared" || FORMATS_BY_NAME[config.format].protocol !== "judged") return null;
  const models = config.participants.map(modelId);
  if (new Set(models).size === models.length) return null;
  const [now, shared] = [costOf(config, "conversation"), costOf({ ...config, promptLayout: "shared" }, "shared")];
  if (now === null || shared === null || shared >= now) return null;
  return { likelyCostUsd: shared, savedUsd: Number((now - shared).toFixed(6)) };
}

/** The likely saving of `promptLayout: "shared"` where participants share a model and its provider caches prompts. */

import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { SharedLayout } from "./schema.estimate.ts";

/** `costOf`: the likely cost of the debate in a layout, with caches; null when a model has no known price. */
export function* sharedLayoutOf(
  config: DebateConfig,
  costOf: (config: DebateConfig, layout: "conversation" | "shared") => Generator<void, number | null>,
): Generator<void, SharedLayout | null> {
  if (config.promptLayout !== undefined || !protocolOf(config).sharesPrompts) return null;
  const models = config.participants.map(modelId);
  if (new Set(models).size === models.length) return null;
  const now = yield* costOf(config, "conversation");
  const shared = yield* costOf({ ...config, promptLayout: "shared" }, "shared");
  if (now === null || shared === null || shared >= now) return null;
  return { likelyCostUsd: shared, savedUsd: Number((now - shared).toFixed(6)) };
}
